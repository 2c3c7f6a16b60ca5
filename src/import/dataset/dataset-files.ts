import type { OnStep } from '../../base/on-step.ts'
import { checkArchive } from '../../basemap/pmtiles/archive.ts'
import { buildBoundaries } from '../../boundaries/build.ts'
import { checkBoundaries } from '../../boundaries/check.ts'
import { polygonFile, readFlatGeobuf, writeFlatGeobuf } from '../../boundaries/fgb.ts'
import { openBoundaries } from '../../boundaries/open.ts'
import { PREPARED_TOLERANCE, simplifyFeatures } from '../../boundaries/simplify.ts'
import type { BoundaryFeature, BoundaryLevel } from '../../boundaries/unit.ts'
import { buildPois } from '../../pois/build.ts'
import { checkPoiIndex, openPoiIndex } from '../../pois/layout.ts'
import { openGraph } from '../../routing/graph/graph.ts'
import { routingFile, VEHICLES, type Vehicle } from '../../routing/model/vehicle.ts'
import { buildSearch } from '../../search/build/build-search.ts'
import { buildReverse } from '../../search/build/reverse.ts'
import { checkSearchIndex } from '../../search/check-search-index.ts'
import { openSearchIndex } from '../../search/index/layout.ts'
import type { Place } from '../../search/model/place.ts'
import { checkReverseIndex, openReverseIndex } from '../../search/reverse/layout.ts'
import { checkWater, openWater } from '../../search/reverse/water-layout.ts'
import { buildTiles } from '../../tiles/build.ts'
import { checkTileIndex, openTileIndex } from '../../tiles/layout.ts'
import type { Rejections } from '../report/report.ts'
import { tilePois } from './tile-pois.ts'

/** Everything that files are built from. */
export interface DatasetContent {
  readonly places: readonly Place[]
  readonly boundaries: readonly BoundaryFeature[]
  /** Takes what turns out while files are built to make no sense. */
  readonly rejections: Pick<Rejections, 'add'>
}

/** A file of a dataset. */
export interface DatasetFile {
  readonly name: string
  /**
   * Its input. Places of an operator change neither boundaries nor roads nor water nor the base
   * map: a dataset that is rebuilt for them takes those files over.
   */
  readonly from: 'places' | 'boundaries' | 'roads' | 'water' | 'map'
  /** Null when there is nothing to build it from: the dataset then has no such file. */
  build(content: DatasetContent, onStep: OnStep): Uint8Array | null | Promise<Uint8Array>
  /** Throws when the bytes are not what the serving code relies on. */
  check(bytes: Uint8Array, content: DatasetContent): void
}

/** Made while the extract is read: the first one finds the ward of every place. */
export const BOUNDARIES_FILE = 'boundaries.idx'
export const WATER_FILE = 'water.idx'
export const MAP_FILE = 'basemap.pmtiles'

/** The files of a dataset, in the order in which they are built. */
export const DATASET_FILES: readonly DatasetFile[] = [
  {
    name: 'search.idx',
    from: 'places',
    build: ({ places }, onStep) => buildSearch(places, onStep),
    check: (bytes) => checkSearchIndex(openSearchIndex(bytes)),
  },
  {
    name: 'reverse.idx',
    from: 'places',
    build: ({ places }, onStep) => buildReverse(places, onStep),
    check: (bytes, { places }) => checkReverseIndex(openReverseIndex(bytes), places.length),
  },
  {
    name: 'pois.idx',
    from: 'places',
    async build({ places, rejections }, onStep) {
      const { poiContent } = await import('./poi-rows.ts')
      return buildPois(poiContent(places, Date.now(), rejections, onStep))
    },
    check: (bytes) => checkPoiIndex(openPoiIndex(bytes)),
  },
  {
    name: 'tiles.idx',
    from: 'places',
    build: ({ places }) => buildTiles(tilePois(places)),
    check: (bytes) => checkTileIndex(openTileIndex(bytes)),
  },
  {
    name: BOUNDARIES_FILE,
    from: 'boundaries',
    build: ({ boundaries }, onStep) => buildBoundaries(boundaries, onStep),
    check: (bytes) => checkBoundaries(openBoundaries(bytes)),
  },
  flatGeobufFile(4),
  flatGeobufFile(8),
  flatGeobufFile(4, PREPARED_TOLERANCE),
  flatGeobufFile(8, PREPARED_TOLERANCE),
  {
    name: WATER_FILE,
    from: 'water',
    build: () => null,
    check: (bytes) => checkWater(openWater(bytes)),
  },
  {
    name: MAP_FILE,
    from: 'map',
    build: () => null,
    check: (bytes) => checkArchive(bytes),
  },
  ...VEHICLES.map(roadGraphFile),
]

/** Built while the extract is read, each in a thread that also checked it (graphs.ts). */
function roadGraphFile(vehicle: Vehicle): DatasetFile {
  return {
    name: routingFile(vehicle),
    from: 'roads',
    build: () => null,
    check: (bytes) => void openGraph(bytes),
  }
}

function flatGeobufFile(level: BoundaryLevel, tolerance = 0): DatasetFile {
  return {
    name: polygonFile(level, tolerance),
    from: 'boundaries',
    build({ boundaries }, onStep) {
      const ofLevel = boundaries.filter(({ unit }) => unit.level === level)
      return writeFlatGeobuf(simplifyFeatures(ofLevel, tolerance, onStep), onStep)
    },
    check: (bytes) => void readFlatGeobuf(bytes),
  }
}
