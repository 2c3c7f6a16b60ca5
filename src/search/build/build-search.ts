import { assert } from '../../base/assert.ts'
import { writeContainer } from '../../base/container.ts'
import { ServiceError } from '../../base/errors.ts'
import { idSlotsOf } from '../../base/id-table.ts'
import { type OnStep, UNWATCHED, watchedEach } from '../../base/on-step.ts'
import { StringPoolWriter } from '../../base/string-pool.ts'
import { houseNumberKeys, leadingNumber, numberChains } from '../../text/house-number.ts'
import { TYPE_WORDS } from '../../text/lexicon/type-words.ts'
import { isNumber, type Token, tokenize } from '../../text/tokens.ts'
import { addressTable, enterAddresses } from '../answer/address-hash.ts'
import { entryBitsOf, HAS_NUMBERS, HAS_STREET, isStreetKind } from '../index/entry-bits.ts'
import {
  AROUND_COLUMNS,
  NONE,
  openSearchIndex,
  SEARCH_KIND,
  SEARCH_VERSION,
  UNITS_MAX,
} from '../index/layout.ts'
import { cellOf, columnOf, LISTED_KINDS, listedKindOf, rowOf } from '../index/listed-kinds.ts'
import { searchNames } from '../index/search-names.ts'
import { byWorth, isUnit, PLACE_KINDS, type Place, type PlaceKind } from '../model/place.ts'
import { intersectionRows } from './intersections.ts'
import { NameTableWriter } from './name-table.ts'

/**
 * Builds search.idx from every place of a dataset, in any order. References to places that are not
 * among them are dropped to "none"; two places with one id are a bug of the caller.
 */
export function buildSearch(
  places: readonly Place[],
  onStep: OnStep = UNWATCHED,
): Uint8Array<ArrayBuffer> {
  const ordered = byWorth(places)
  const units = ordered.findIndex((place) => !isUnit(place))
  const unitCount = units === -1 ? ordered.length : units
  if (unitCount > UNITS_MAX) {
    const message = `There are ${unitCount} administrative units, and room for ${UNITS_MAX}. `
    throw new ServiceError('INVALID_FILE', `${message}Import the extract of one country.`)
  }
  const numberOf = new Map<string, number>()
  ordered.forEach((place, number) => {
    assert(!numberOf.has(place.id), 'a place id stands for one place')
    numberOf.set(place.id, number)
  })
  const strings = new StringPoolWriter()
  const names = new NameTableWriter()
  watchedEach(ordered, 'names', onStep, (place, number) => {
    for (const name of searchNames(place)) names.add(name, number)
  })
  const houses = houseLists(ordered, numberOf, strings, onStep)
  onStep('places', 0)
  const columns = placeColumns(ordered, numberOf, strings)
  const entryBits = placeBits(columns, houses.houseFirst)
  onStep('kinds', 0)
  const kinds = kindLists(ordered, strings)
  const pool = strings.finish()
  const bytes = writeContainer(SEARCH_KIND, SEARCH_VERSION, {
    ...columns,
    ...successorLists(ordered.slice(0, unitCount), numberOf),
    idSlots: idSlotsOf(ordered.map(({ id }) => id)),
    ...names.finish(entryBits, unitCount, onStep),
    ...houses,
    crossings: intersectionRows(ordered, onStep),
    ...kinds,
    stringBytes: pool.bytes,
    stringOffsets: pool.offsets,
    written: addressTable(places.length),
  })
  // Addresses are made from the finished index, as answers make them.
  enterAddresses(openSearchIndex(bytes), onStep)
  return bytes
}

function placeColumns(
  places: readonly Place[],
  numberOf: ReadonlyMap<string, number>,
  strings: StringPoolWriter,
) {
  const text = (of: (place: Place) => string | null) =>
    Uint32Array.from(places, (place) => strings.add(of(place) ?? ''))
  const reference = (id: string | null) => numberOf.get(id ?? '') ?? NONE
  const around = new Int32Array(AROUND_COLUMNS * places.length)
  places.forEach(({ streetId, wardId, provinceId, formerParentId }, number) => {
    const row = [streetId, wardId, provinceId, formerParentId].map(reference)
    around.set(row, AROUND_COLUMNS * number)
  })
  return {
    kind: Uint8Array.from(places, (place) => PLACE_KINDS.indexOf(place.kind)),
    rank: Uint8Array.from(places, (place) => Math.round(place.importance * 255)),
    lon: Int32Array.from(places, (place) => place.lonE7),
    lat: Int32Array.from(places, (place) => place.latE7),
    id: text((place) => place.id),
    name: text(shownName),
    nameEn: text((place) => place.nameEn),
    category: text((place) => place.category),
    houseNumber: text((place) => place.houseNumber),
    streetName: text((place) => place.streetName),
    around,
  }
}

/** The entry bits of each place (entry-bits.ts), without BARE and ALIAS. */
function placeBits(columns: ReturnType<typeof placeColumns>, houseFirst: Uint32Array): Uint32Array {
  const { kind: kinds, rank, around, houseNumber } = columns
  return Uint32Array.from(kinds, (kind, place) => {
    const hasDoors = isStreetKind(kind) && houseFirst[place] !== houseFirst[place + 1]
    const [street, ward, province] = around.subarray(AROUND_COLUMNS * place)
    return (
      entryBitsOf(rank[place]!, kind, province!, ward!) |
      (street === NONE ? 0 : HAS_STREET) |
      (hasDoors || houseNumber[place] !== 0 ? HAS_NUMBERS : 0)
    )
  })
}

/**
 * The name shown. An alley that is only a number gets its street appended: `Hẻm 45` is `Hẻm 45
 * Nguyễn Trãi`. An alley with a name (`Ngõ Huyện`) keeps it, also where that is of another street
 * than the one that it leaves.
 */
function shownName({ kind, name, streetName }: Place): string {
  if (kind !== 'alley' || streetName === null) return name
  return tokenize(name).every(isOfNumber) ? `${name} ${streetName}` : name
}

/** Whether a word of an alley's name is its type, its number or a letter of that. */
function isOfNumber(token: Token): boolean {
  const isType = TYPE_WORDS.get(token.folded)?.includes('alley') ?? false
  return isType || isNumber(token) || token.folded.length === 1
}

function successorLists(units: readonly Place[], numberOf: ReadonlyMap<string, number>) {
  const successorFirst = new Uint32Array(units.length + 1)
  const successors: number[] = []
  units.forEach((unit, i) => {
    for (const id of unit.successorIds) {
      const number = numberOf.get(id)
      if (number !== undefined && number < units.length) successors.push(number)
    }
    successorFirst[i + 1] = successors.length
  })
  return { successorFirst, successors: Uint32Array.from(successors) }
}

/** The lists of the places of each kind that is listed, by cells (layout.ts). */
function kindLists(places: readonly Place[], strings: StringPoolWriter) {
  const found = places.flatMap(({ kind: placeKind, category, lonE7, latE7 }, place) => {
    const kind = placeKind === 'poi' ? listedKindOf(category) : -1
    return kind < 0 ? [] : [{ kind, place, cell: cellOf(columnOf(lonE7), rowOf(latE7)) }]
  })
  found.sort((a, b) => a.kind - b.kind || a.cell - b.cell || a.place - b.place)
  const kindFirst = new Uint32Array(LISTED_KINDS.length + 1)
  for (const { kind } of found) kindFirst[kind + 1]!++
  for (let kind = 0; kind < LISTED_KINDS.length; kind++) kindFirst[kind + 1]! += kindFirst[kind]!
  return {
    kindTags: Uint32Array.from(LISTED_KINDS, ({ tags }) => strings.add(tags)),
    kindFirst,
    kindCell: Uint32Array.from(found, ({ cell }) => cell),
    kindPlace: Uint32Array.from(found, ({ place }) => place),
  }
}

interface NumberOnStreet {
  readonly street: number
  readonly key: string
  readonly place: number
  readonly kind: PlaceKind
}

/** The numbers of every street: houses, POIs with an address, and the mouths of its alleys. */
function houseLists(
  places: readonly Place[],
  numberOf: ReadonlyMap<string, number>,
  strings: StringPoolWriter,
  onStep: OnStep,
) {
  const numbers: NumberOnStreet[] = []
  watchedEach(places, 'house numbers', onStep, (place, number) => {
    const street = numberOf.get(place.streetId ?? '')
    if (street === undefined) return
    const text = place.houseNumber ?? (place.kind === 'alley' ? place.name : null)
    for (const key of text === null ? [] : numberKeys(place, text)) {
      numbers.push({ street, key, place: number, kind: place.kind })
    }
  })
  numbers.sort(byStreetAndNumber)
  const houseFirst = new Uint32Array(places.length + 1)
  for (const { street } of numbers) houseFirst[street + 1]!++
  for (let i = 0; i < places.length; i++) houseFirst[i + 1]! += houseFirst[i]!
  return {
    houseFirst,
    houseLeading: Uint32Array.from(numbers, ({ key }) => leadingNumber(key)),
    houseKey: Uint32Array.from(numbers, ({ key }) => strings.add(key)),
    housePlace: Uint32Array.from(numbers, ({ place }) => place),
  }
}

/**
 * The numbers of a text; of an alley's name its chain: `Hẻm 45/2 Lê Lợi`, `Ngách 2 Ngõ 45 Lê Lợi`.
 */
function numberKeys(place: Place, text: string): readonly string[] {
  if (place.kind !== 'alley') return houseNumberKeys(text)
  const [chain] = numberChains(tokenize(text))
  return chain ? [chain.key] : []
}

/** At one number houses go before POIs, and these before alleys: a query asks for a door. */
function byStreetAndNumber(a: NumberOnStreet, b: NumberOnStreet): number {
  if (a.street !== b.street) return a.street - b.street
  const leading = leadingNumber(a.key) - leadingNumber(b.key)
  if (leading !== 0) return leading
  if (a.key !== b.key) return a.key < b.key ? -1 : 1
  return DOORS.indexOf(a.kind) - DOORS.indexOf(b.kind) || a.place - b.place
}

const DOORS: readonly PlaceKind[] = ['house', 'poi', 'alley']
