import type { PlaceId } from '../../base/ids.ts'
import { counted } from '../../base/shown-text.ts'
import { buildBoundaries } from '../../boundaries/build.ts'
import { openBoundaries } from '../../boundaries/open.ts'
import type { BoundaryFeature, BoundaryLevel } from '../../boundaries/unit.ts'
import { type MultiPolygonE7, type PointE7, sideOfPolygon } from '../../geo/ring.ts'
import type { Place } from '../../search/model/place.ts'
import { AreaFinder } from '../passes/area.ts'
import { pointInLargest } from '../passes/position.ts'
import { provinceImportance, wardImportance } from '../tags/importance.ts'
import { bareUnitName } from '../tags/unit-names.ts'
import { BLANK_PLACE } from '../units/blank-place.ts'
import type { BoundaryArea } from './boundary-file.ts'

/** A dataset's units and places once an operator's polygons have taken over. */
export interface ReplacedUnits {
  readonly boundaries: readonly BoundaryFeature[]
  /** All places with their ward and province by the index of `boundaries`. */
  places(index: Uint8Array): readonly Place[]
  readonly warnings: readonly string[]
}

type UnitKind = 'province' | 'ward'

/**
 * Replaces the boundaries of a level. `places`: all of the dataset but an operator's; `others`:
 * boundaries of the other level. A unit whose code the dataset has keeps its id, and its old name
 * as an alias; one that the areas lack keeps its name, but has no polygon.
 */
export function replaceUnits(
  places: readonly Place[],
  others: readonly BoundaryFeature[],
  level: BoundaryLevel,
  areas: readonly BoundaryArea[],
): ReplacedUnits {
  const kind: UnitKind = level === 4 ? 'province' : 'ward'
  const known = unitsByCode(places, kind)
  const taken = unitsByCode(places, kind === 'ward' ? 'province' : 'ward')
  const provinces = new ProvinceBook(level === 4 ? [] : others)
  const features = areas.map((area): BoundaryFeature => {
    const place = known.get(area.code)
    return {
      unit: {
        // Official codes differ by their length; others may be those of the other level too.
        id: place?.id ?? (`vn${area.code}${taken.has(area.code) ? `~${level}` : ''}` as PlaceId),
        code: area.code,
        name: area.name,
        nameEn: area.nameEn ?? place?.nameEn ?? null,
        level,
        parentCode: level === 4 ? null : provinces.codeAt(standIn(area.polygons, place)),
        countryCode: 'VN',
      },
      polygons: area.polygons,
    }
  })
  const kept = level === 4 ? withParents(others, new ProvinceBook(features)) : others
  const boundaries = [...kept, ...features]
  const missing = known.size - features.filter((f) => known.has(f.unit.code)).length
  const warning =
    `${counted(missing, 'unit')} of the dataset not in the file: their names stay, ` +
    'their polygons are gone'
  return {
    boundaries,
    places: (index) => placesIn(places, kind, features, new AreaFinder(openBoundaries(index))),
    warnings: missing > 0 ? [warning] : [],
  }
}

/** Units of today that have an official code. */
function unitsByCode(places: readonly Place[], kind: UnitKind): Map<string, Place> {
  const byCode = new Map<string, Place>()
  for (const place of places) {
    if (place.kind === kind && place.code !== null) byCode.set(place.code, place)
  }
  return byCode
}

/** Finds the province of a position. */
class ProvinceBook {
  readonly #finder: AreaFinder
  readonly #codeOf: ReadonlyMap<PlaceId, string>
  readonly #codes: ReadonlySet<string>

  constructor(provinces: readonly BoundaryFeature[]) {
    this.#finder = new AreaFinder(openBoundaries(buildBoundaries(provinces)))
    this.#codeOf = new Map(provinces.map(({ unit }) => [unit.id, unit.code]))
    this.#codes = new Set(this.#codeOf.values())
  }

  has(code: string | null): boolean {
    return code !== null && this.#codes.has(code)
  }

  codeAt(point: PointE7): string | null {
    const { provinceId } = this.#finder.areaAt(point)
    return provinceId === null ? null : (this.#codeOf.get(provinceId) ?? null)
  }
}

/** Wards whose province has another code now belong to the one that holds them. */
function withParents(
  wards: readonly BoundaryFeature[],
  provinces: ProvinceBook,
): readonly BoundaryFeature[] {
  return wards.map(({ unit, polygons }) => {
    if (provinces.has(unit.parentCode)) return { unit, polygons }
    const parentCode = provinces.codeAt(standIn(polygons, undefined))
    return { unit: { ...unit, parentCode }, polygons }
  })
}

/** The unit's position, if its polygons hold that point; else a point inside the largest. */
function standIn(polygons: MultiPolygonE7, place: PointE7 | undefined): PointE7 {
  if (place && polygons.some((polygon) => sideOfPolygon(polygon, place) > 0)) {
    return { lonE7: place.lonE7, latE7: place.latE7 }
  }
  return pointInLargest(polygons)
}

function placesIn(
  places: readonly Place[],
  kind: UnitKind,
  features: readonly BoundaryFeature[],
  finder: AreaFinder,
): readonly Place[] {
  const changed = new Map(features.map((feature) => [feature.unit.id, feature]))
  const rows = places.map((place) => {
    const feature = place.kind === kind ? changed.get(place.id) : undefined
    if (feature === undefined) return movedTo(place, finder)
    changed.delete(place.id)
    return unitRow(feature, place, finder)
  })
  const added = [...changed.values()].map((feature) => unitRow(feature, null, finder))
  return [...added, ...rows]
}

/** A place in the units that hold it now; where none does, in those it was in. */
function movedTo(place: Place, finder: AreaFinder): Place {
  const isFormer = place.kind === 'district' || place.successorIds.length > 0
  if (isFormer || place.kind === 'province') return place
  const { wardId, provinceId } = finder.areaAt(place)
  const moved = { ...place, provinceId: provinceId ?? place.provinceId }
  return place.kind === 'ward' ? moved : { ...moved, wardId: wardId ?? place.wardId }
}

function unitRow(
  { unit, polygons }: BoundaryFeature,
  before: Place | null,
  finder: AreaFinder,
): Place {
  const { id, code, name, nameEn } = unit
  const stand = standIn(polygons, before ?? undefined)
  const isProvince = unit.level === 4
  const fame = { population: null, isNotable: false }
  const row: Place = before ?? {
    ...BLANK_PLACE,
    id,
    name,
    nameEn,
    aliases: [],
    code,
    category: 'boundary=administrative',
    kind: isProvince ? 'province' : 'ward',
    ...stand,
    importance: isProvince ? provinceImportance(fame) : wardImportance(fame),
  }
  const short = bareUnitName(name)
  const aliases = new Set([...row.aliases, ...(/^\d/.test(short) ? [] : [short])])
  if (before !== null) aliases.add(before.name)
  aliases.delete(name)
  const provinceId = isProvince ? null : finder.areaAt(stand).provinceId
  return { ...row, ...stand, code, name, nameEn, aliases: [...aliases], provinceId }
}
