import { stat } from 'node:fs/promises'
import { type OnStep, watchedEach } from '../base/on-step.ts'
import { buildBoundaries } from '../boundaries/build.ts'
import { openBoundaries } from '../boundaries/open.ts'
import type { BoundaryFeature } from '../boundaries/unit.ts'
import type { OsmKind } from '../osm/repeats.ts'
import { buildWater } from '../search/build/water.ts'
import type { Place } from '../search/model/place.ts'
import { BOUNDARIES_FILE, WATER_FILE } from './dataset/dataset-files.ts'
import { stopIfAborted } from './dataset/write-dataset.ts'
import type { BuiltFile, BuiltFiles } from './fetch/built-file.ts'
import type { MapDrawing } from './map/features.ts'
import { AreaFinder, UnitNames } from './passes/area.ts'
import { ringsOfArea, standOfArea } from './passes/areas.ts'
import { type Draft, draftsOf } from './passes/interpret.ts'
import { ringsOfLine, withOutline } from './passes/outline.ts'
import { lineThrough, standOf } from './passes/position.ts'
import { type NodesRead, readNodes } from './passes/read-nodes.ts'
import { type RelationsRead, readRelations } from './passes/read-relations.ts'
import { readWays, type WaysRead } from './passes/read-ways.ts'
import { waterOf } from './passes/water.ts'
import type { Progress } from './report/progress.ts'
import { Rejections } from './report/report.ts'
import { interpolatedDrafts } from './streets/interpolate.ts'
import { RoadGatherer } from './streets/named-roads.ts'
import { withStreets } from './streets/parents.ts'
import { type Street, streetsOf } from './streets/streets.ts'
import { withCityCentres } from './units/city-centres.ts'
import { homeCountry, VIETNAM_E7 } from './units/country.ts'
import { homeUnits } from './units/home-units.ts'
import { unitsOf } from './units/units.ts'

/** The rows of an extract, not yet in the database. */
export interface ExtractContent {
  readonly places: readonly Place[]
  readonly boundaries: readonly BoundaryFeature[]
  /** Files of the dataset that the reading has made, by name. */
  readonly built: BuiltFiles
  readonly country: string
  readonly bytes: number
  readonly read: { readonly nodes: number; readonly ways: number; readonly relations: number }
  readonly rejections: Rejections
  readonly warnings: readonly string[]
}

/** The same with the input of the base map, which takes half a gigabyte for a country. */
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
  const mappedUnits = unitsOf(
    relations.boundaries,
    ways,
    { country, codeOf: home.codeOf },
    rejections,
    progress.step,
  )
  const outlined = home.complete(mappedUnits, rejections)
  const boundaries = outlined.flatMap((unit) => unit.feature ?? [])
  const index = buildBoundaries(boundaries, progress.step)
  const areas = new AreaFinder(openBoundaries(index))
  stopIfAborted(signal)
  progress.start('water')
  const water = buildWater(waterOf(relations.water, ways))
  stopIfAborted(signal)
  progress.start('places')
  const unitNames = new UnitNames(outlined.map((unit) => unit.place))
  const step = progress.step
  const found = placeDrafts({ relations, ways, nodes }, areas, rejections, step).map((draft) => ({
    ...draft,
    area: unitNames.filled(draft.area, draft.address),
  }))
  const { units, drafts } = withCityCentres(outlined, found, rejections)
  stopIfAborted(signal)
  progress.start('streets')
  const streets = gatherStreets(ways, areas, progress.step)
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
    warnings: warningsOf(country, counts, mappedUnits.length),
    drawn: { relations, ways },
  }
}

/** The results of the passes over the file. */
interface ObjectsRead {
  readonly relations: RelationsRead
  readonly ways: WaysRead
  readonly nodes: NodesRead
}

function placeDrafts(
  { relations, ways, nodes }: ObjectsRead,
  areas: AreaFinder,
  rejections: Rejections,
  onStep: OnStep,
): Draft[] {
  const drafts: Draft[] = []
  const areaAt = areas.areaAt.bind(areas)
  watchedEach(nodes.objects, 'nodes', onStep, (node) => {
    drafts.push(...draftsOf(node, node.point, areaAt(node.point), rejections))
  })
  watchedEach(ways.objects, 'ways', onStep, (way) => {
    const line = lineThrough(ways.positions, way.refs)
    const point = standOf(line)
    if (point === null) rejections.add('way without nodes in the extract', way.id)
    else {
      const found = draftsOf(way, point, areaAt(point), rejections)
      drafts.push(...withOutline(way, found, () => ringsOfLine(line)))
    }
  })
  watchedEach(relations.areas, 'areas', onStep, (area) => {
    const point = standOfArea(area, ways)
    if (point === null) rejections.add('area without ways in the extract', area.id)
    else {
      const found = draftsOf(area, point, areaAt(point), rejections)
      drafts.push(...withOutline(area, found, () => ringsOfArea(area, ways)))
    }
  })
  drafts.push(...interpolatedDrafts(ways, nodes.numbered, areaAt, rejections))
  return drafts
}

function gatherStreets(ways: WaysRead, areas: AreaFinder, onStep: OnStep): Street[] {
  const { meanings, first, refs } = ways.roads
  const gatherer = new RoadGatherer(areas.areaAt.bind(areas))
  watchedEach(meanings, 'roads', onStep, (meaning, i) => {
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
