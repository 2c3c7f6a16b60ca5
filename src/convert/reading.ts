import { ADDRESS_WORDS_MAX, type Token, tokenize, tokenStart } from '../text/tokens.ts'
import {
  besideUnits,
  followsStreet,
  type Mention,
  type Named,
  opensUnit,
  segmentStarts,
  type UnitNames,
} from './mentions.ts'
import type { System, Unit, UnitLevel } from './units.ts'

/** Units that a text names, and the text in front of them. */
export interface Reading {
  /** As it was written: number, alley, street, quarter; empty for none. */
  readonly before: string
  /** The text behind the units that is no unit, as written; empty for none. */
  readonly behind: string
  /** The lowest unit named; several of one level and system where the text leaves it open. */
  readonly units: readonly Unit[]
  readonly system: System
  /** 0 for names as they are, below 1. */
  readonly doubt: number
}

/** Of two readings alike that of today is meant: `Phường Thuận An, Thành phố Huế`. */
const TODAY = 0.01

/** A unit in front of the others that lies in none of them. */
const UNKNOWN_UNIT = 0.3

/** A name alone may be that of a street or a village as well. */
const BARE_WARD = 0.3

/** Outside of the province or district named with it, as that is today. */
const OTHER_PARENT = 0.05
/** Told without its district, and one of several of the name. */
const NOT_ONE = 0.05

/** The units at the end of an address; null when it names none, or not which of many. */
export function readAddress(names: UnitNames, text: string): Reading | null {
  const tokens = tokenize(text, ADDRESS_WORDS_MAX)
  const ends = [tokens.length, ...segmentStarts(tokens).slice(-SEGMENTS_BEHIND)]
  for (const end of ends.sort((a, b) => b - a)) {
    const found = new UnitReader(names, tokens.slice(0, end)).read()
    if (found === null) continue
    const { first, units, system, doubt } = found
    const before = text.slice(0, tokenStart(text, first)).replace(TRAILING, '').trim()
    const behind = end < tokens.length ? text.slice(tokenStart(text, end)).trim() : ''
    return { before, behind, units, system, doubt }
  }
  return null
}

/** `…, Quận 5, TP.HCM, gần chợ`: so many segments behind the units may be none. */
const SEGMENTS_BEHIND = 2

const TRAILING = /[\s,;:|(–-]+$/

interface Found extends Omit<Reading, 'before' | 'behind'> {
  readonly first: number
}

/** Reads units from the last word on: province, district, ward, each of which may be left out. */
class UnitReader {
  private readonly names: UnitNames
  private readonly tokens: readonly Token[]
  private readonly isBeside: readonly boolean[]
  private readonly hasSeparator: boolean
  private readonly mentions: (readonly Mention[] | undefined)[] = []
  private best: Found | null = null
  private bestScore = 0

  constructor(names: UnitNames, tokens: readonly Token[]) {
    this.names = names
    this.tokens = tokens
    this.isBeside = besideUnits(tokens)
    this.hasSeparator = tokens.some(({ before }) => /[,;]/.test(before))
  }

  read(): Found | null {
    const end = this.endOf(this.tokens.length)
    this.readDistrict(end, null)
    for (const province of this.at(end, 'province', null)) {
      if (province.isSetOff || followsStreet(this.tokens, province.first)) {
        this.readDistrict(this.endBefore(province), province)
      }
    }
    return this.best
  }

  private readDistrict(end: number, province: Mention | null): void {
    this.readWard(end, province, null)
    for (const district of this.at(end, 'district', province)) {
      if (!district.isSetOff && !followsStreet(this.tokens, district.first)) continue
      const before = this.endOf(district.first)
      this.readWard(before, province, district)
      // `Quận 9, TP Thủ Đức`: a district that had been merged into the other.
      for (const merged of this.at(before, 'district', null)) {
        const isMeant = merged.isSetOff && haveOneProvince(merged, district)
        if (isMeant) this.readWard(this.endOf(merged.first), province, merged)
      }
    }
  }

  private readWard(end: number, province: Mention | null, district: Mention | null): void {
    this.consider(named(province), named(district), null, (district ?? province)?.first)
    for (const ward of this.at(end, 'ward', district ?? province)) {
      const mayBe = !this.hasSeparator && followsStreet(this.tokens, ward.first)
      if (district === null && this.isDistrictToo(ward, end, province)) continue
      if (ward.isSetOff || mayBe) {
        const isBare = province === null && district === null && !ward.hasKind
        const doubt = isBare ? BARE_WARD : 0
        this.consider(named(province), named(district), withDoubt(ward.units, doubt), ward.first)
      }
    }
  }

  /**
   * Whether a name without the word for its kind is that of a district, which most people mean by
   * it: `Đại Cồ Việt, Hai Bà Trưng, Hà Nội`.
   */
  private isDistrictToo(ward: Mention, end: number, province: Mention | null): boolean {
    if (ward.hasKind) return false
    const holders = named(province)
    return this.at(end, 'district', null).some(
      ({ first, units }) => first === ward.first && inside(units, holders).length > 0,
    )
  }

  /** Keeps what explains most words with least doubt. */
  private consider(
    province: readonly Named[] | null,
    district: readonly Named[] | null,
    ward: readonly Named[] | null,
    first: number | undefined,
  ): void {
    if (first === undefined) return
    const matched = matchedUnits(province, district, ward)
    if (matched === null) return
    const score =
      this.tokens.length - first - matched.doubt + (matched.system === 'new' ? TODAY : 0)
    if (score <= this.bestScore) return
    const isUnknown = ward === null && opensUnit(this.tokens, this.endOf(first))
    this.best = { first, ...matched, doubt: matched.doubt + (isUnknown ? UNKNOWN_UNIT : 0) }
    this.bestScore = score
  }

  /** Mentions of a level that end there; without any, misspelt units of the holder. */
  private at(end: number, level: UnitLevel, holder: Mention | null): readonly Mention[] {
    this.mentions[end] ??= this.names.endingAt(this.tokens, end)
    const mentions = this.mentions[end].filter((mention) => mention.level === level)
    if (holder === null || end === 0) return mentions
    if (mentions.some(({ units }) => inside(units, holder.units).length > 0)) return mentions
    return [...mentions, ...this.names.misspeltAt(this.tokens, end, level, holder.units)]
  }

  /**
   * The end of the units below a province, which may occur twice: `TP.HCM, Thành phố Hồ Chí Minh`.
   */
  private endBefore(province: Mention): number {
    let end = this.endOf(province.first)
    for (;;) {
      const again = this.at(end, 'province', null).find(
        (each) => each.isSetOff && each.units.some(({ unit }) => isIn(province.units, unit)),
      )
      // `Cao Bằng, Tỉnh Cao Bằng` is the town in its province.
      if (!again || this.at(end, 'district', province).length > 0) return end
      end = this.endOf(again.first)
    }
  }

  /** `end` without the words in front of it that occur beside units. */
  private endOf(end: number): number {
    let at = end
    while (at > 0 && this.isBeside[at - 1]) at--
    return at
  }
}

function haveOneProvince(a: Mention, b: Mention): boolean {
  const provinces = new Set(b.units.map(({ unit }) => provinceToday(unit)))
  return a.units.some(({ unit }) => provinces.has(provinceToday(unit)))
}

function withDoubt(units: readonly Named[], doubt: number): readonly Named[] {
  if (doubt === 0) return units
  return units.map((each) => ({ unit: each.unit, doubt: each.doubt + doubt }))
}

function isIn(units: readonly Named[], unit: Unit): boolean {
  return units.some((each) => each.unit === unit)
}

function named(mention: Mention | null): readonly Named[] | null {
  return mention?.units ?? null
}

export type MatchedUnits = Omit<Reading, 'before' | 'behind'>

/**
 * The common meaning of names of the three levels, each null when it is absent: the lowest units
 * that lie in the others. Null for no such unit, or for units in several provinces of today.
 */
export function matchedUnits(
  province: readonly Named[] | null,
  district: readonly Named[] | null,
  ward: readonly Named[] | null,
): MatchedUnits | null {
  const fitting = fittingUnits(province, district, ward)
  if (fitting.length === 0) return null
  const doubt = Math.min(...fitting.map((each) => each.doubt))
  const likely = fitting.filter((each) => each.doubt === doubt).map(({ unit }) => unit)
  // Without a district an address is of today, unless only units of before have the name.
  const system = likely.some((unit) => unit.system === 'new') ? 'new' : 'old'
  const units = [...new Set(likely.filter((unit) => unit.system === system))]
  const lasting = units.filter(({ isOlder }) => !isOlder)
  const meant = lasting.length > 0 ? lasting : units
  if (new Set(meant.map(provinceToday)).size > 1) return null
  return { units: meant, system, doubt: doubt + (meant.length > 1 ? NOT_ONE : 0) }
}

function fittingUnits(
  province: readonly Named[] | null,
  district: readonly Named[] | null,
  ward: readonly Named[] | null,
): readonly Named[] {
  const districts = district && inside(district, province)
  if (districts?.length === 0) return []
  if (ward === null) return districts ?? province ?? []
  if (districts === null) return inside(ward, province)
  const within = inside(ward, districts)
  if (within.length > 0) return within
  // `Phường Sài Gòn, Quận 1`: a ward of today with the district that was there.
  return ward.flatMap(({ unit, doubt }) => {
    const home = districts.find((each) => unit.parts.some((part) => part.unit.parent === each.unit))
    return home && unit.system === 'new' ? [{ unit, doubt: doubt + home.doubt + OTHER_PARENT }] : []
  })
}

/** Units that lie in one of the others, by the former system or by that of today. */
function inside(units: readonly Named[], holders: readonly Named[] | null): readonly Named[] {
  if (holders === null) return units
  return units.flatMap(({ unit, doubt }) => {
    let least: number | null = null
    for (const holder of holders) {
      const distance = distanceTo(unit, holder.unit)
      if (distance === null) continue
      least = Math.min(least ?? 1, holder.doubt + distance)
    }
    return least === null ? [] : [{ unit, doubt: doubt + least }]
  })
}

/** 0 for a unit in the other; more for one whose province became it; null for neither. */
function distanceTo(unit: Unit, holder: Unit): number | null {
  for (let at = unit.parent; at !== null; at = at.parent) if (at === holder) return 0
  if (holder.level !== 'province') return null
  return provinceToday(unit) === provinceToday(holder) ? OTHER_PARENT : null
}

/** The province of today on whose ground a unit lies. */
export function provinceToday(unit: Unit): Unit {
  let at = unit
  while (at.parent !== null) at = at.parent
  return at.system === 'new' ? at : (at.parts[0]?.unit ?? at)
}
