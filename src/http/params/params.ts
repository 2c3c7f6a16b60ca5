import { type TSchema, t } from 'elysia'
import { type ErrorCode, ServiceError } from '../../base/errors.ts'
import { LANGS } from '../../base/lang.ts'
import type { Point } from '../../geo/point.ts'
import { charsOf, TEXT_CHARS_MAX } from '../../text/tokens.ts'
import { plainDecimal } from './plain-decimal.ts'
import type { QueryString } from './query-string.ts'
import { named, whole, word } from './schema.ts'

/*
 * Query parameters: one declaration is both what the reader accepts and what the documentation
 * says. Readers are strict: numbers in plain decimal only (with an exponent only where very small
 * ones are likely), nothing is clamped, and a message names the parameter, the accepted values and
 * the given one.
 */

export interface ParamDocs {
  readonly name: string
  readonly required: boolean
  readonly description: string
  readonly schema: TSchema
  readonly example: string | number | boolean
}

export interface Param<T> extends ParamDocs {
  /** Throws `BAD_REQUEST` for what it does not accept. */
  read(query: QueryString): T
}

/** Name and documentation of a parameter. */
interface About {
  readonly name: string
  readonly description: string
  readonly example: string | number
}

interface Range {
  readonly min: number
  readonly max: number
}

const TOKEN_CHARS_MAX = 128
const GOT_CHARS_MAX = 40
const PLAIN_INTEGER = /^-?\d+$/
/** Printable ASCII without spaces. */
export const TOKEN_FORM = new RegExp(`^[\\x21-\\x7e]{1,${TOKEN_CHARS_MAX}}$`)

/** Text of `charsMin` to 256 characters, counted in code points of its trimmed NFC form. */
export function requiredText(about: About, charsMin: number): Param<string> {
  return {
    ...about,
    required: true,
    schema: t.String({ minLength: charsMin, maxLength: TEXT_CHARS_MAX }),
    read: (query) => trimmed(textAsSent(query, about.name, charsMin)),
  }
}

/** As `requiredText` of at least one character; null when absent. */
export function optionalText(about: About): Param<string | null> {
  const required = requiredText(about, 1)
  const read = (query: QueryString) =>
    query.get(about.name) === null ? null : required.read(query)
  return { ...required, required: false, read }
}

/** An id, not blank, as it was sent: ids are equal or not. */
export function requiredId(about: About): Param<string> {
  return { ...requiredText(about, 1), read: (query) => textAsSent(query, about.name, 1) }
}

function textAsSent(query: QueryString, name: string, charsMin: number): string {
  const raw = query.get(name)
  const accepts = `must be text of ${charsMin} to ${TEXT_CHARS_MAX} characters`
  if (raw === null) throw missing(name, accepts)
  const chars = charsOf(trimmed(raw))
  if (chars < charsMin || chars > TEXT_CHARS_MAX) throw refused(name, accepts, raw)
  return raw
}

function trimmed(raw: string): string {
  return raw.trim().normalize('NFC')
}

/** A number in plain decimal within the range, ends included. */
export function requiredNumber(about: About, range: Range): Param<number> {
  return {
    ...about,
    required: true,
    schema: t.Number({ minimum: range.min, maximum: range.max }),
    read(query) {
      const value = readNumber(query, about.name, range)
      if (value === null) throw missing(about.name, numberAccepts(range))
      return value
    },
  }
}

/** As `requiredNumber`; null when absent. `numberOf` reads it, NaN for what is no number. */
export function optionalNumber(
  about: About,
  range: Range,
  numberOf: (text: string) => number = plainDecimal,
): Param<number | null> {
  return {
    ...about,
    required: false,
    schema: t.Number({ minimum: range.min, maximum: range.max }),
    read: (query) => readNumber(query, about.name, range, numberOf),
  }
}

/** A number above 0 in plain decimal, at most `max`. */
export function positiveNumber(about: About, max: number, byDefault: number): Param<number> {
  const { name } = about
  return {
    ...about,
    required: false,
    // A boolean `exclusiveMinimum` is OpenAPI 3.0's; TypeBox knows only JSON Schema's number.
    schema: t.Unsafe<number>({
      type: 'number',
      minimum: 0,
      exclusiveMinimum: true,
      maximum: max,
      default: byDefault,
    }),
    read(query) {
      const raw = query.get(name)
      if (raw === null) return byDefault
      const value = plainDecimal(raw)
      if (value > 0 && value <= max) return value
      throw refused(name, `must be a decimal number above 0 and at most ${max}`, raw)
    },
  }
}

/** A whole number written in digits. */
export function integer(about: About, range: Range, byDefault: number): Param<number> {
  const { name } = about
  return {
    ...about,
    required: false,
    schema: whole({ minimum: range.min, maximum: range.max, default: byDefault }),
    read(query) {
      const raw = query.get(name)
      if (raw === null) return byDefault
      const value = PLAIN_INTEGER.test(raw) ? Number(raw) : Number.NaN
      if (value >= range.min && value <= range.max) return value
      throw refused(name, `must be a whole number from ${range.min} to ${range.max}`, raw)
    },
  }
}

/** One of the values, spelt exactly so. */
export function choice<const T extends string>(
  about: About,
  values: readonly T[],
  byDefault: NoInfer<T>,
): Param<T> {
  const { name } = about
  const accepts = `must be ${values.map((value) => `'${value}'`).join(' or ')}`
  return {
    ...about,
    required: false,
    schema: word<string>(values, { default: byDefault }),
    read(query) {
      const raw = query.get(name)
      if (raw === null) return byDefault
      const value = values.find((candidate) => candidate === raw)
      if (value === undefined) throw refused(name, accepts, raw)
      return value
    },
  }
}

/** `true` or `false`, which it is when absent. */
export function flag(name: string, description: string): Param<boolean> {
  return {
    name,
    description,
    example: true,
    required: false,
    schema: t.Unsafe<boolean>({ type: 'boolean', default: false }),
    read(query) {
      const raw = query.get(name)
      if (raw === null || raw === 'false') return false
      if (raw === 'true') return true
      throw refused(name, "must be 'true' or 'false'", raw)
    },
  }
}

/** Printable ASCII without spaces, 1 to 128 characters; null when absent. */
export function token(about: About): Param<string | null> {
  const { name } = about
  return {
    ...about,
    required: false,
    schema: t.String({ minLength: 1, maxLength: TOKEN_CHARS_MAX }),
    read(query) {
      const raw = query.get(name)
      if (raw !== null) checkToken(name, raw)
      return raw
    },
  }
}

/** Throws `BAD_REQUEST` unless `value` is a token; `name` is its parameter or header. */
export function checkToken(name: string, value: string): void {
  if (TOKEN_FORM.test(value)) return
  const accepts = `must be 1 to ${TOKEN_CHARS_MAX} printable ASCII characters without spaces`
  throw refused(name, accepts, value)
}

const LANG_PARAM = choice(
  { name: 'lang', description: 'Language of names and addresses.', example: 'vi' },
  LANGS,
  'vi',
)
export const LANG = { ...LANG_PARAM, schema: named('Lang', LANG_PARAM.schema) }

/** The country that is preferred: checked, then without effect, for answers are there anyway. */
export const COUNTRY: Param<void> = {
  name: 'country',
  description: 'ISO 3166-1 code of the country to search: only Vietnam, `VN` or `VNM`, any case.',
  example: 'VN',
  required: false,
  schema: t.String({ pattern: '^([Vv][Nn]|[Vv][Nn][Mm])$', default: 'VN' }),
  read(query) {
    const raw = query.get('country')
    if (raw === null || isCountry(raw)) return
    throw refused('country', "must be 'VN' or 'VNM', the only country served", raw)
  },
}

/** Whether `code` means Vietnam. */
export function isCountry(code: string): boolean {
  return /^vnm?$/i.test(code)
}

const FOCUS_LAT = optionalNumber(
  {
    name: 'focus.lat',
    description: 'Latitude near which answers rank higher, WGS84. Needs `focus.lon`.',
    example: 10.7769,
  },
  { min: -90, max: 90 },
)
const FOCUS_LON = optionalNumber(
  {
    name: 'focus.lon',
    description: 'Longitude near which answers rank higher, WGS84. Needs `focus.lat`.',
    example: 106.7009,
  },
  { min: -180, max: 180 },
)
export const FOCUS_DOCS: readonly ParamDocs[] = [FOCUS_LAT, FOCUS_LON]

/** The point to rank by; null when there is none. Throws when only one half of it is given. */
export function readFocus(query: QueryString): Point | null {
  const lat = FOCUS_LAT.read(query)
  const lon = FOCUS_LON.read(query)
  if (lat !== null && lon !== null) return { lat, lon }
  if (lat === null && lon === null) return null
  const [given, absent] = lat === null ? ['focus.lon', 'focus.lat'] : ['focus.lat', 'focus.lon']
  throw new ServiceError(
    'BAD_REQUEST',
    `Parameter '${given}' needs '${absent}': give both or neither.`,
  )
}

/** A focus in the key of a kept answer; empty for none. */
export function focusText(focus: Point | null): string {
  return focus === null ? '' : `${focus.lat},${focus.lon}`
}

export function missing(
  name: string,
  accepts: string,
  code: ErrorCode = 'BAD_REQUEST',
): ServiceError {
  return new ServiceError(code, `Parameter '${name}' is missing: it ${accepts}.`)
}

export function refused(
  name: string,
  accepts: string,
  got: string,
  code: ErrorCode = 'BAD_REQUEST',
): ServiceError {
  return new ServiceError(code, `Parameter '${name}' ${accepts}, got '${shown(got)}'.`)
}

/** A sent value as a message repeats it: well formed, and only its beginning. */
export function shown(got: string): string {
  const begun = got.length > GOT_CHARS_MAX ? `${got.slice(0, GOT_CHARS_MAX)}…` : got
  return begun.toWellFormed()
}

function readNumber(
  query: QueryString,
  name: string,
  range: Range,
  numberOf = plainDecimal,
): number | null {
  const raw = query.get(name)
  if (raw === null) return null
  const value = numberOf(raw)
  if (value >= range.min && value <= range.max) return value
  throw refused(name, numberAccepts(range), raw)
}

function numberAccepts(range: Range): string {
  return `must be a decimal number from ${range.min} to ${range.max}`
}
