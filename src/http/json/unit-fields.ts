import { t } from 'elysia'
import type { PlaceId } from '../../base/ids.ts'
import type { Lang } from '../../base/lang.ts'
import type { UnitPath } from '../../convert/conversion.ts'
import type { BothUnits, PlaceUnits } from '../../convert/units-of-place.ts'
import type { PlaceAnswer } from '../../search/model/query.ts'
import { nullable } from '../params/schema.ts'
import type { UnitsWanted } from '../params/units-wanted.ts'
import { UNITS, unitsToWire } from './conversion-wire.ts'
import { CONFIDENCE } from './place-wire.ts'

/** Further fields of answers in other units (`params/units-wanted.ts`). */

const OLD_ADDRESS = t.Optional(
  nullable(t.String({ description: 'In the units of before July 2025; only with `admin=both`.' })),
)
const OLD_CONFIDENCE = t.Optional(
  nullable(
    t.Number({
      ...CONFIDENCE,
      description:
        'How sure the former units are: a ward of today was made of several. Only with ' +
        '`admin` or `units`.',
    }),
  ),
)

/** Fields of a prediction. */
export const ADMIN_FIELDS = { old_address: OLD_ADDRESS, old_confidence: OLD_CONFIDENCE }

/** Fields of a place. */
export const UNIT_FIELDS = {
  ...ADMIN_FIELDS,
  units: t.Optional(nullable(UNITS)),
  old_units: t.Optional(nullable(UNITS)),
}

interface WireFields {
  readonly old_address?: string | null
  readonly old_confidence?: number | null
  readonly units?: ReturnType<typeof unitsToWire> | null
  readonly old_units?: ReturnType<typeof unitsToWire> | null
}

export type UnitsOf = (place: PlaceUnits & { readonly id: PlaceId }) => BothUnits | null

/** The texts of an answer that name units. */
export type PlaceTexts = Pick<PlaceAnswer, 'id' | 'address' | 'secondaryText' | 'ward' | 'province'>

/** An answer whose texts are in the units wanted, and the fields that it has more. */
export interface Rewritten<T> {
  readonly place: T
  readonly fields: WireFields
}

/** `askedAddress`: null for none. */
export function inUnits<T extends PlaceTexts>(
  place: T,
  { admin, withCodes }: UnitsWanted,
  unitsOf: UnitsOf,
  lang: Lang,
  askedAddress: string | null,
): Rewritten<T> {
  const { id, ward, province } = place
  const former = NOTE.exec(place.secondaryText)?.[1] ?? askedAddress
  const both = unitsOf({ id, ward, province, lang, askedAddress: former })
  const old = both && {
    address: withUnits(place.address, place, both.old),
    secondaryText: withUnits(place.secondaryText, place, both.old),
  }
  return {
    place: admin === 'old' && old !== null ? { ...place, ...old } : place,
    fields: {
      ...(admin === 'both' && { old_address: old?.address ?? null }),
      old_confidence: both?.oldConfidence ?? null,
      ...(withCodes && {
        units: both && unitsToWire(both.units),
        old_units: both && unitsToWire(both.old),
      }),
    },
  }
}

/** `Tỉnh Ninh Bình (trước đây Phường Bà Triệu, Thành phố Nam Định)`. */
const NOTE = / \((?:trước đây|formerly) ([^()]*)\)$/

/** The text with other units at its end; unchanged where its end is not its units. */
function withUnits(text: string, { ward, province }: PlaceTexts, units: UnitPath): string {
  const bare = text.replace(NOTE, '')
  const all = [ward, province].filter((name) => name !== null).join(', ')
  const tail = endsWithPart(bare, all) ? all : (province ?? '')
  if (tail === '' || !endsWithPart(bare, tail)) return text
  const before = bare.slice(0, bare.length - tail.length)
  const names = [units.ward, units.district, units.province]
  return before + names.flatMap((unit) => unit?.name ?? []).join(', ')
}

function endsWithPart(text: string, part: string): boolean {
  return part !== '' && (text === part || text.endsWith(`, ${part}`))
}
