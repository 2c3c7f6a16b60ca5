import type { Tags } from '../../base/tags.ts'
import { MEMBER_NODE, MEMBER_WAY, type RelationBlock, tagsOf } from '../../osm/block.ts'
import { type OsmMap, type OsmOptions, readOsm } from '../../osm/read.ts'
import { interestIn, type TaggedObject } from '../report/object.ts'
import type { Rejections } from '../report/report.ts'
import { type BoundaryMeaning, boundaryMeaning } from '../tags/boundary-tags.ts'
import { mapInterestIn, mapMeaning } from '../tags/map-feature-tags.ts'
import { waterInterestIn, waterMeaning } from '../tags/water-tags.ts'

/** A way of a relation. */
export interface MemberWay {
  readonly id: number
  readonly role: string
}

/** An area drawn as a relation: a campus, a park, a block of flats with a courtyard. */
export interface AreaRelation extends TaggedObject {
  readonly ways: readonly MemberWay[]
  /** Node of its label; null when there is none. */
  readonly labelNode: number | null
}

export interface BoundaryRelation extends AreaRelation {
  readonly meaning: BoundaryMeaning
}

export interface CountryRelation extends AreaRelation {
  /** ISO 3166-1 alpha-2. */
  readonly code: string
}

/** The first pass's output for the next ones. */
export interface RelationsRead {
  readonly map: OsmMap
  readonly boundaries: readonly BoundaryRelation[]
  readonly areas: readonly AreaRelation[]
  /** Areas of water that cannot be walked across; some are among `areas` too. */
  readonly water: readonly AreaRelation[]
  /** Areas that the map shows; many are among the others too. */
  readonly mapAreas: readonly AreaRelation[]
  /** Borders of countries; of a neighbour an extract holds a part. */
  readonly countries: readonly CountryRelation[]
  readonly count: number
}

/** Relations come last in a file and name ways, so they are read first. */
export async function readRelations(
  path: string,
  rejections: Rejections,
  options: OsmOptions,
): Promise<RelationsRead> {
  let count = 0
  const boundaries: BoundaryRelation[] = []
  const areas: AreaRelation[] = []
  const water: AreaRelation[] = []
  const mapAreas: AreaRelation[] = []
  const countries: CountryRelation[] = []
  const map = await readOsm(
    path,
    { nodes: 'none', ways: false, relations: true },
    {
      relations: (block) => {
        count += block.ids.length
        const isOfInterest = interestIn(block)
        const mayBeWater = waterInterestIn(block)
        const mayBeShown = mapInterestIn(block)
        for (let i = 0; i < block.ids.length; i++) {
          if (!isOfInterest(i) && !mayBeWater(i) && !mayBeShown(i)) continue
          const relation = relationOf(block, i)
          const { tags } = relation
          // The middle of a river is a way; its relation of type `waterway` only names it.
          const isArea = tags['type'] === 'multipolygon' && waterMeaning(tags) !== 'middle'
          if (isArea && waterMeaning(tags) !== null) water.push(relation)
          if (isMapArea(tags)) mapAreas.push(relation)
          if (!isOfInterest(i)) continue
          const code = tags['ISO3166-1:alpha2'] ?? tags['ISO3166-1']
          if (code !== undefined && tags['admin_level'] === '2') {
            countries.push({ ...relation, code })
          }
          // Routes and restrictions have no ground; relations with ground have one of two types.
          if (tags['type'] !== 'multipolygon' && tags['type'] !== 'boundary') continue
          const meaning = boundaryMeaning(tags)
          if (typeof meaning === 'string') rejections.add(meaning, relation.id)
          else if (meaning !== null) boundaries.push({ ...relation, meaning })
          else areas.push(relation)
        }
      },
    },
    options,
  )
  return { map, boundaries, areas, water, mapAreas, countries, count }
}

/** Of type `boundary` are national parks; units of administration are drawn by their borders. */
function isMapArea(tags: Tags): boolean {
  if (tags['type'] !== 'multipolygon' && tags['type'] !== 'boundary') return false
  return tags['boundary'] !== 'administrative' && mapMeaning(tags, true)?.isArea === true
}

function relationOf(block: RelationBlock, i: number): AreaRelation {
  const ways: MemberWay[] = []
  let labelNode: number | null = null
  const end = block.memberFirst[i + 1]!
  for (let m = block.memberFirst[i]!; m < end; m++) {
    const id = block.memberId[m]!
    const role = block.strings.at(block.memberRole[m]!)
    if (block.memberType[m] === MEMBER_WAY) ways.push({ id, role })
    else if (block.memberType[m] === MEMBER_NODE && role === 'label') labelNode = id
  }
  return { id: `r${block.ids[i]!}`, tags: tagsOf(block, i), ways, labelNode }
}
