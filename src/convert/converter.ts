import type { Candidate, Conversion, ConvertQuery, UnitsAsked } from './conversion.ts'
import { decide, type FindAddress } from './decide.ts'
import { UnitNames } from './mentions.ts'
import { merged, type Part } from './parts.ts'
import { type Reading, readAddress } from './reading.ts'
import { addressIn, commonPath, pathOf } from './unit-path.ts'
import { readUnits, type System, type UnitTables } from './units.ts'
import { readAsked } from './units-asked.ts'
import { type BothUnits, type PlaceUnits, unitsOfPlace } from './units-of-place.ts'

/** Tells addresses in the units of before or after July 2025. */
export interface Converter {
  /** Null when the address names no unit, or leaves open which of many. */
  convert(query: ConvertQuery): Conversion | null
  /** Units of an answer in both systems; null when they are not units of Vietnam. */
  unitsOf(place: PlaceUnits): BothUnits | null
}

export interface Gazetteer extends UnitTables {
  readonly names: UnitNames
}

/**
 * `find` looks addresses up in the open dataset, which it does for ground that was divided only.
 * The tables are read when the first address comes.
 */
export function openConverter(find: FindAddress): Converter {
  let opened: Gazetteer | null = null
  const gazetteer = () => {
    opened ??= readGazetteer()
    return opened
  }
  return {
    convert: (query) => convert(gazetteer(), query, find),
    unitsOf: (place) => unitsOfPlace(gazetteer(), place),
  }
}

/** Cost: some 100 ms. */
export function readGazetteer(): Gazetteer {
  const tables = readUnits()
  return { ...tables, names: new UnitNames(tables.units) }
}

function convert(
  gazetteer: Gazetteer,
  { address, to, lang }: ConvertQuery,
  find: FindAddress,
): Conversion | null {
  const reading =
    typeof address === 'string'
      ? readAddress(gazetteer.names, address)
      : readAsked(gazetteer, address, to)
  const [first, ...others] = reading?.units ?? []
  if (reading === null || !first) return null
  const parts = rounded(partsIn(reading, to))
  const decided = decide(parts, reading.before, find)
  const candidates = parts.map(({ unit, share }): Candidate => {
    const units = pathOf(unit, lang)
    return { units, address: addressIn(reading, units), share }
  })
  const answer = candidates[parts.findIndex(({ unit }) => unit === decided.unit)]!
  return {
    input: typeof address === 'string' ? address : inputOf(address),
    to,
    address: answer.address,
    units: answer.units,
    from: commonPath([first, ...others], lang),
    decidedBy: decided.decidedBy,
    confidence: Math.round(decided.confidence * (1 - reading.doubt) * 100) / 100,
    candidates,
  }
}

/** The units of the other system on the ground that was named; those named if they are of `to`. */
function partsIn({ units, system }: Reading, to: System): readonly Part[] {
  if (system !== to) return merged(units)
  return units.map((unit) => ({ unit, share: 1 / units.length }))
}

const SHARE_STEPS = 10_000

/** Shares to four digits, which still add up to 1. */
function rounded(parts: readonly Part[]): Part[] {
  const steps = parts.map(({ share }) => Math.max(1, Math.round(share * SHARE_STEPS)))
  steps[0]! += SHARE_STEPS - steps.reduce((sum, each) => sum + each, 0)
  return parts.map(({ unit }, i) => ({ unit, share: steps[i]! / SHARE_STEPS }))
}

function inputOf({ street, ward, district, province }: UnitsAsked): string {
  return [street, ward, district, province].filter((part) => part !== null).join(', ')
}
