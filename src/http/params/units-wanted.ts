import { t } from 'elysia'
import { ServiceError } from '../../base/errors.ts'
import { choice, flag, type ParamDocs } from './params.ts'
import type { QueryString } from './query-string.ts'
import { nullable, word } from './schema.ts'

/** In which units answers are written, where they are not as ever. */
export interface UnitsWanted {
  readonly admin: Admin
  /** Whether the units are given one by one, with their codes. */
  readonly withCodes: boolean
}

/** Of today, of before July 2025, or both. */
const ADMINS = ['new', 'old', 'both'] as const
type Admin = (typeof ADMINS)[number]

const ADMIN_DESCRIPTION =
  'The units of addresses: of today, of before July 2025, or of today with `old_address` beside.'
const CODES_DESCRIPTION = 'With `true` the units of both times one by one, with their codes.'

const ADMIN = choice(
  { name: 'admin', description: ADMIN_DESCRIPTION, example: 'both' },
  ADMINS,
  'new',
)

const CODES = flag('units', CODES_DESCRIPTION)

export const ADMIN_DOCS: readonly ParamDocs[] = [ADMIN]
export const UNITS_DOCS: readonly ParamDocs[] = [ADMIN, CODES]

/** Null when nothing but the answer as ever is wanted. */
export function readUnitsWanted(query: QueryString): UnitsWanted | null {
  return wanted(ADMIN.read(query), CODES.read(query))
}

/** As `readUnitsWanted`, of an endpoint whose answers have no room for codes. */
export function readAdmin(query: QueryString): UnitsWanted | null {
  return wanted(ADMIN.read(query), false)
}

/** The same as fields of a body. */
export const UNITS_WANTED_FIELDS = {
  admin: t.Optional(nullable(word(ADMINS, { default: 'new', description: ADMIN_DESCRIPTION }))),
  units: t.Optional(nullable(t.Boolean({ default: false, description: CODES_DESCRIPTION }))),
}

/** As `readUnitsWanted`, of a body. Throws `BAD_REQUEST`. */
export function unitsWantedIn(fields: Readonly<Record<string, unknown>>): UnitsWanted | null {
  const admin = ADMINS.find((each) => each === (fields['admin'] ?? 'new'))
  if (admin === undefined) {
    throw new ServiceError('BAD_REQUEST', "Field 'admin' must be 'new', 'old' or 'both'.")
  }
  const withCodes = fields['units'] ?? false
  if (typeof withCodes !== 'boolean') {
    throw new ServiceError('BAD_REQUEST', "Field 'units' must be true or false.")
  }
  return wanted(admin, withCodes)
}

/** Its part of the key of a kept answer; empty for answers in the usual units. */
export function wantedText(units: UnitsWanted | null): string {
  return units === null ? '' : `${units.admin}${units.withCodes ? '+units' : ''} `
}

function wanted(admin: Admin, withCodes: boolean): UnitsWanted | null {
  return admin === 'new' && !withCodes ? null : { admin, withCodes }
}
