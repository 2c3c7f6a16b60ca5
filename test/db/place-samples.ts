import fc from 'fast-check'
import type { PlaceId } from '../../src/base/ids.ts'
import { PLACE_KINDS, type Place } from '../../src/search/model/place.ts'

/** A café; `fields` says what is different. */
export function somePlace(id: string, fields: Partial<Place> = {}): Place {
  return {
    id: id as PlaceId,
    kind: 'poi',
    source: 'osm',
    name: 'Cà phê Giảng',
    nameEn: null,
    aliases: [],
    code: null,
    category: 'amenity=cafe',
    houseNumber: '39',
    streetName: 'Nguyễn Hữu Huân',
    streetId: null,
    wardId: 'vn00070' as PlaceId,
    provinceId: 'vn01' as PlaceId,
    successorIds: [],
    formerParentId: null,
    lonE7: 1_058_541_000,
    latE7: 210_336_000,
    importance: 0.25,
    lines: [],
    tags: { phone: '+84 24 6294 0495' },
    ...fields,
  }
}

// U+0000 is the one character that PostgreSQL cannot store; half a surrogate pair is no text.
const text = fc.string({ unit: 'binary', maxLength: 20 }).map((each) => each.replaceAll('\0', '0'))
const awkward = fc.constantFrom('', '"', '\\', '{}', '{"a",NULL}', 'NULL', 'Đường 3/2', "Mĩ' --")
const name = fc.oneof(text, awkward)
const id = name.map((each) => each as PlaceId)
const coordinate = fc.integer({ min: -1_800_000_000, max: 1_800_000_000 })

export const arbitraryLines = fc.array(
  fc
    .array(fc.tuple(coordinate, coordinate), { maxLength: 5 })
    .map((points) => Int32Array.from(points.flat())),
  { maxLength: 3 },
)

/** Any place that the type allows. */
export const arbitraryPlace: fc.Arbitrary<Place> = fc.record({
  id,
  kind: fc.constantFrom(...PLACE_KINDS),
  source: fc.constantFrom('osm', 'operator', 'builtin'),
  name,
  nameEn: fc.option(name),
  aliases: fc.array(name, { maxLength: 3 }),
  code: fc.option(name),
  category: name,
  houseNumber: fc.option(name),
  streetName: fc.option(name),
  streetId: fc.option(id),
  wardId: fc.option(id),
  provinceId: fc.option(id),
  successorIds: fc.array(id, { maxLength: 3 }),
  formerParentId: fc.option(id),
  lonE7: coordinate,
  latE7: coordinate,
  importance: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0), // no -0
  lines: arbitraryLines,
  tags: fc.dictionary(name, name, { maxKeys: 4, noNullPrototype: true }),
})
