import { stat } from 'node:fs/promises'
import { buildBoundaries } from '../boundaries/build.ts'
import { openBoundaries } from '../boundaries/open.ts'
import type { BoundaryFeature } from '../boundaries/unit.ts'
import type { OsmKind } from '../osm/repeats.ts'
import { buildWater } from '../search/build/water.ts'
import type { Place } from '../search/model/place.ts'
import { AreaFinder, UnitNames } from './area.ts'
import { standOfArea } from './areas.ts'
import type { BuiltFile, BuiltFiles } from './built-file.ts'
import { withCityCentres } from './city-centres.ts'
import { homeCountry, VIETNAM_E7 } from './country.ts'
import { BOUNDARIES_FILE, WATER_FILE } from './dataset-files.ts'
import { homeUnits } from './home-units.ts'
import { interpolatedDrafts } from './interpolate.ts'
import { type Draft, draftsOf } from './interpret.ts'
import type { MapDrawing } from './map/features.ts'
import { withStreets } from './parents.ts'
import { lineThrough, standOf } from './position.ts'
import type { Progress } from './progress.ts'
import { type NodesRead, readNodes } from './read-nodes.ts'
import { type RelationsRead, readRelations } from './read-relations.ts'
import { readWays, type WaysRead } from './read-ways.ts'
import { Rejections } from './report.ts'
import { RoadGatherer } from './roads.ts'
import { type Street, streetsOf } from './streets.ts'
import { unitsOf } from './units.ts'
import { waterOf } from './water.ts'
import { stopIfAborted } from './write-dataset.ts'

/** What an extract says, as rows; nothing of it is in the database yet. */
export interface ExtractContent {
  readonly places: readonly Place[]
  readonly boundaries: readonly BoundaryFeature[]
  /** Files of the dataset that reading has made already, by name. */
  readonly built: BuiltFiles
  readonly country: string
  readonly bytes: number
  readonly read: { readonly nodes: number; readonly ways: number; readonly relations: number }
  readonly rejections: Rejections
  readonly warnings: readonly string[]
}

/** The same with what the base map is made of, which takes half a gigabyte of a country. */
export interface ReadExtract extends ExtractContent {
  readonly drawn: MapDrawing
}

/**
 * Reads an extract in passes, each of which leaves one record for the next:
 *
 *   relations   which are units and areas, and which ways they are made of
 *   ways        named roads, areas and addresses, and which nodes they lie on
 *   nodes       where those are; POIs, addresses and settlements that are nodes
 *   boundaries  relations put together to polygons, their levels and names
 *   water       the banks of rivers and lakes that nobody walks across
 *   places      what each object is, and the ward that holds it
 *   streets     named roads cut by ward and joined by name
 *   parents     the street of every house, POI and alley
 *   former      units that the reform of 2025 ended, by the wards that took them over
 */
export async function readExtract(
  path: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<ReadExtract> {
  const rejections = new Rejections()
  const options = {
    signal,
    onProgress: (at: { readBytes: number; totalBytes: number }) =>
      progress.at(at.readBytes / at.totalBytes),
    onRepeat: (kind: OsmKind, id: number) =>
      rejections.add('object that the extract holds twice', `${kind.charAt(0)}${id}`),
  }
  progress.start('relations')
  const relations = await readRelations(path, rejections, options)
  progress.start('ways')
  const ways = await readWays(path, relations, options)
  progress.start('nodes')
  const nodes = await readNodes(path, relations.map, ways, VIETNAM_E7, options)
  progress.start('boundaries')
  const country = homeCountry(relations, ways, nodes)
  const home = homeUnits(country)
  const own = unitsOf(relations.boundaries, ways, country, home.codeOf, rejections)
  const outlined = home.complete(own, rejections)
  const boundaries = outlined.flatMap((unit) => unit.feature ?? [])
  const index = buildBoundaries(boundaries)
  const areas = new AreaFinder(openBoundaries(index))
  stopIfAborted(signal)
  progress.start('water')
  const water = buildWater(waterOf(relations.water, ways))
  stopIfAborted(signal)
  progress.start('places')
  const unitNames = new UnitNames(outlined.map((unit) => unit.place))
  const found = placeDrafts(relations, ways, nodes, areas, rejections).map((draft) => ({
    ...draft,
    area: unitNames.filled(draft.area, draft.address),
  }))
  const { units, drafts } = withCityCentres(outlined, found, rejections)
  stopIfAborted(signal)
  progress.start('streets')
  const streets = gatherStreets(ways, areas)
  stopIfAborted(signal)
  progress.start('parents')
  const places = withStreets(streets, drafts, rejections)
  progress.start('former units')
  const former = home.former(units)
  const counts = { nodes: nodes.count, ways: ways.count, relations: relations.count }
  return {
    places: [...units.map((unit) => unit.place), ...former, ...places],
    boundaries,
    built: new Map<string, BuiltFile>([
      [BOUNDARIES_FILE, index],
      [WATER_FILE, water],
    ]),
    country,
    bytes: (await stat(path)).size,
    read: counts,
    rejections,
    warnings: warningsOf(country, counts, own.length),
    drawn: { relations, ways },
  }
}

function placeDrafts(
  relations: RelationsRead,
  ways: WaysRead,
  nodes: NodesRead,
  areas: AreaFinder,
  rejections: Rejections,
): Draft[] {
  const drafts: Draft[] = []
  const areaAt = areas.areaAt.bind(areas)
  for (const node of nodes.objects) {
    drafts.push(...draftsOf(node, node.point, areaAt(node.point), rejections))
  }
  for (const way of ways.objects) {
    const point = standOf(lineThrough(ways.positions, way.refs))
    if (point === null) rejections.add('way without nodes in the extract', way.id)
    else drafts.push(...draftsOf(way, point, areaAt(point), rejections))
  }
  for (const area of relations.areas) {
    const point = standOfArea(area, ways)
    if (point === null) rejections.add('area without ways in the extract', area.id)
    else drafts.push(...draftsOf(area, point, areaAt(point), rejections))
  }
  drafts.push(...interpolatedDrafts(ways, nodes.numbered, areaAt, rejections))
  return drafts
}

function gatherStreets(ways: WaysRead, areas: AreaFinder): Street[] {
  const { meanings, first, refs } = ways.roads
  const gatherer = new RoadGatherer(areas.areaAt.bind(areas))
  meanings.forEach((meaning, i) => {
    gatherer.add(meaning, lineThrough(ways.positions, refs.subarray(first[i], first[i + 1])))
  })
  const streets: Street[] = []
  for (const group of gatherer.all()) streets.push(...streetsOf(group))
  return streets
}

function warningsOf(
  country: string,
  read: ExtractContent['read'],
  units: number,
): readonly string[] {
  const warnings: string[] = []
  if (read.nodes + read.ways + read.relations === 0) warnings.push('the extract is empty')
  else if (country !== 'VN') {
    warnings.push(
      `the extract is of ${country}, not of Vietnam: its places are served, but addresses are ` +
        'read and written as in Vietnam',
    )
  } else if (units === 0) {
    warnings.push(
      'the extract has no usable border of a province or ward: provinces are told by the ' +
        'built-in borders (within some kilometres), wards by address tags alone',
    )
  }
  return warnings
}
