import type { PlaceId } from '../../base/ids.ts'
import type { OnStep } from '../../base/on-step.ts'
import type { BoundaryFeature, BoundaryLevel, BoundaryUnit } from '../../boundaries/unit.ts'
import { type MultiPolygonE7, type PointE7, type PolygonE7, sideOfPolygon } from '../../geo/ring.ts'
import { assembleRings, describeProblem, RING_ROLES } from '../../osm/rings/rings.ts'
import type { Place } from '../../search/model/place.ts'
import { foldText } from '../../text/fold.ts'
import { labelOf } from '../passes/areas.ts'
import { pointInside } from '../passes/position.ts'
import type { BoundaryRelation } from '../passes/read-relations.ts'
import type { WaysRead } from '../passes/read-ways.ts'
import type { Rejections } from '../report/report.ts'
import { levelPlan } from '../tags/boundary-tags.ts'
import { provinceImportance, wardImportance } from '../tags/importance.ts'
import { bareUnitName } from '../tags/unit-names.ts'
import type { HomeUnits } from './home-units.ts'

/** A province or ward of the extract. */
export interface Unit {
  readonly place: Place
  /** Null for one whose border is cut or crosses itself: it has a name and a place on the map. */
  readonly feature: BoundaryFeature | null
}

const NO_REFS = new Float64Array(0)

interface Candidate {
  readonly relation: BoundaryRelation
  readonly level: BoundaryLevel
  readonly polygons: MultiPolygonE7 | null
  readonly stand: PointE7
}

/** A candidate with the unit that its tags or its name claim. */
interface Claim extends Candidate {
  readonly province: Unit | null
  /** Official code by its tags, else by its name; null when neither gives one. */
  readonly official: string | null
  /** Whether the name alone leads to that code. */
  readonly isNamedSo: boolean
}

/** The country of an extract, and the official codes of its units. */
interface Home extends Pick<HomeUnits, 'codeOf'> {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

/** The administrative units of an extract of that country, provinces first. */
export function unitsOf(
  boundaries: readonly BoundaryRelation[],
  ways: WaysRead,
  { country: home, codeOf }: Home,
  rejections: Rejections,
  onStep: OnStep,
): Unit[] {
  const plan = levelPlan(
    home,
    boundaries.map((relation) => relation.meaning),
  )
  const candidates: Candidate[] = []
  for (const [i, relation] of boundaries.entries()) {
    onStep('borders', i / boundaries.length)
    const level = plan(relation.meaning)
    if (typeof level === 'string') rejections.add(level, relation.id)
    else {
      const candidate = candidateOf(relation, level, ways, rejections)
      if (candidate !== null) candidates.push(candidate)
    }
  }
  const ofLevel = (wanted: BoundaryLevel, holder: (candidate: Candidate) => Unit | null) =>
    candidates
      .filter(({ level }) => level === wanted)
      .map((candidate) => claimOf(candidate, home, codeOf, holder(candidate)))
  const provinces = withoutRepeats(
    ofLevel(4, () => null),
    rejections,
  )
  const provinceUnits = provinces.map((province) => unitOf(province, home))
  const wards = withoutRepeats(
    ofLevel(8, (ward) => holderOf(ward, provinces, provinceUnits)),
    rejections,
  )
  return [...provinceUnits, ...wards.map((ward) => unitOf(ward, home))]
}

function candidateOf(
  relation: BoundaryRelation,
  level: BoundaryLevel,
  ways: WaysRead,
  rejections: Rejections,
): Candidate | null {
  const { polygons, problems } = assembleRings(memberLines(relation, ways))
  const name = `${relation.id} ${relation.meaning.names.name}`
  for (const problem of problems) {
    const what = problem.isRepaired ? 'border mended' : 'boundary that is broken'
    rejections.add(`${what}: ${problem.kind}`, `${name} (${describeProblem(problem)})`)
  }
  if (polygons === null) {
    // Without a code the unit of a torn border is not known.
    if (relation.meaning.code === null) return null
  }
  const stand = labelOf(relation, ways) ?? standIn(polygons) ?? middleOf(relation, ways)
  return stand === null ? null : { relation, level, polygons, stand }
}

function memberLines(relation: BoundaryRelation, ways: WaysRead) {
  const ring = relation.ways.filter((way) => RING_ROLES.has(way.role))
  return ring.map(({ id }) => {
    const refs = ways.members.get(id) ?? NO_REFS
    return { id, refs, line: refs.length === 0 ? null : ways.positions.lineOf(refs) }
  })
}

function standIn(polygons: MultiPolygonE7 | null): PointE7 | null {
  const largest: PolygonE7 | undefined = polygons?.[0]
  return largest === undefined ? null : pointInside(largest[0])
}

/** The middle of the box around what there is of a torn border. */
function middleOf(relation: BoundaryRelation, ways: WaysRead): PointE7 | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { line } of memberLines(relation, ways)) {
    for (let i = 0; line !== null && i < line.length; i += 2) {
      west = Math.min(west, line[i]!)
      east = Math.max(east, line[i]!)
      south = Math.min(south, line[i + 1]!)
      north = Math.max(north, line[i + 1]!)
    }
  }
  if (west > east) return null
  return { lonE7: Math.round((west + east) / 2), latE7: Math.round((south + north) / 2) }
}

function claimOf(
  candidate: Candidate,
  home: string,
  codeOf: HomeUnits['codeOf'],
  province: Unit | null,
): Claim {
  const { names, code } = candidate.relation.meaning
  // Codes are those of Vietnam's statistics office; elsewhere two digits mean something else.
  const tagged = home === 'VN' ? code : null
  const named = codeOf(candidate.level, names.name, province?.place.code ?? null)
  const official = tagged ?? named
  return { ...candidate, province, official, isNamedSo: official !== null && official === named }
}

/**
 * One claim for each unit: an extract that was merged from several has some twice, and a slip
 * gives a ward the code of another. The one whose name is that of the code stays, then the one
 * with a code in its tags, then the one with polygons, then the older relation.
 */
function withoutRepeats(claims: readonly Claim[], rejections: Rejections): Claim[] {
  const kept: Claim[] = []
  const seen = new Set<string>()
  for (const claim of claims.toSorted(byTrust)) {
    const { names, code } = claim.relation.meaning
    const name = `${claim.province?.place.id ?? ''}|${foldText(names.name)}`
    const officialCode = claim.official ?? code
    // Two wards of a province may share a name, but not a code.
    if (seen.has(officialCode ?? name)) rejections.add('boundary given twice', claim.relation.id)
    else kept.push(claim)
    seen.add(name)
    if (officialCode !== null) seen.add(officialCode)
  }
  return kept
}

function byTrust(a: Claim, b: Claim): number {
  const worth = ({ relation, polygons, isNamedSo }: Claim) =>
    (isNamedSo ? 4 : 0) + (relation.meaning.code === null ? 0 : 2) + (polygons === null ? 0 : 1)
  return worth(b) - worth(a) || Number(a.relation.id.slice(1)) - Number(b.relation.id.slice(1))
}

/** The province that a ward's tags name, else the one around it. */
function holderOf(
  ward: Candidate,
  provinces: readonly Candidate[],
  units: readonly Unit[],
): Unit | null {
  const code = ward.relation.meaning.provinceCode
  const namedProvince = code === null ? undefined : units.find(({ place }) => place.code === code)
  if (namedProvince !== undefined) return namedProvince
  const holding = provinces.findIndex(
    ({ polygons }) => polygons?.some((polygon) => sideOfPolygon(polygon, ward.stand) >= 0) ?? false,
  )
  return units[holding] ?? null
}

function unitOf(claim: Claim, home: string): Unit {
  const { relation, level, polygons, stand, province, official } = claim
  const { names, population, isNotable } = relation.meaning
  const id = (official === null ? relation.id : `vn${official}`) as PlaceId
  const short = bareUnitName(names.name)
  const isAlias = short !== names.name && !/^\d/.test(short)
  const aliases = isAlias ? [...new Set([short, ...names.aliases])] : names.aliases
  const fame = { population, isNotable }
  const unit: BoundaryUnit = {
    id,
    code: official ?? relation.id,
    name: names.name,
    nameEn: names.nameEn,
    level,
    parentCode: province?.place.code ?? province?.place.id ?? null,
    countryCode: home,
  }
  return {
    feature: polygons === null ? null : { unit, polygons },
    place: {
      id,
      kind: level === 4 ? 'province' : 'ward',
      source: 'osm',
      name: names.name,
      nameEn: names.nameEn,
      aliases,
      code: official,
      category: 'boundary=administrative',
      houseNumber: null,
      streetName: null,
      streetId: null,
      wardId: null,
      provinceId: province?.place.id ?? null,
      successorIds: [],
      formerParentId: null,
      lonE7: stand.lonE7,
      latE7: stand.latE7,
      importance: level === 4 ? provinceImportance(fame) : wardImportance(fame),
      lines: [],
      tags: population === null ? {} : { population: String(population) },
    },
  }
}
