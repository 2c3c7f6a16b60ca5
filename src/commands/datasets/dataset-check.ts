import { join } from 'node:path'
import { assert } from '../../base/assert.ts'
import { reasonOf } from '../../base/errors.ts'
import { checkArchive } from '../../basemap/pmtiles/archive.ts'
import { checkBoundaries } from '../../boundaries/check.ts'
import { polygonFile, readFlatGeobuf } from '../../boundaries/fgb.ts'
import { openBoundaries } from '../../boundaries/open.ts'
import { PREPARED_TOLERANCE } from '../../boundaries/simplify.ts'
import { BOUNDARY_LEVELS, type BoundaryLevel } from '../../boundaries/unit.ts'
import {
  BOUNDARIES_FILE,
  MAP_FILE,
  POIS_FILE,
  REVERSE_FILE,
  SEARCH_FILE,
  TILES_FILE,
  WATER_FILE,
} from '../../dataset.ts'
import { checkPoiIndex, openPoiIndex } from '../../pois/layout.ts'
import { checkGraph } from '../../routing/graph/check.ts'
import { routingFile, VEHICLES } from '../../routing/model/vehicle.ts'
import { checkSearchIndex } from '../../search/check-search-index.ts'
import { openSearchIndex } from '../../search/index/layout.ts'
import { checkReverseIndex, openReverseIndex } from '../../search/reverse/layout.ts'
import { checkWater, openWater } from '../../search/reverse/water-layout.ts'
import { mapFile } from '../../system/mapped-file.ts'
import { checkTileIndex, openTileIndex } from '../../tiles/layout.ts'

/**
 * The contradictions in the files of a dataset in `directory`, and the files that a server needs
 * and that are not among `files`. Empty when all is well.
 */
export function checkFiles(directory: string, files: readonly string[]): string[] {
  const faults: string[] = []
  function check<T>(file: string, look: (bytes: Uint8Array) => T): T | null {
    if (!files.includes(file)) {
      faults.push(`${file} is missing`)
      return null
    }
    try {
      return look(mapFile(join(directory, file)))
    } catch (error) {
      faults.push(`${file}: ${reasonOf(error)}`)
      return null
    }
  }
  const search = check(SEARCH_FILE, (bytes) => {
    const index = openSearchIndex(bytes)
    checkSearchIndex(index)
    return index
  })
  // Places have the same numbers in both: without the first the second proves nothing.
  if (search) {
    check(REVERSE_FILE, (bytes) => checkReverseIndex(openReverseIndex(bytes), search.places))
  }
  check(POIS_FILE, (bytes) => checkPoiIndex(openPoiIndex(bytes)))
  check(BOUNDARIES_FILE, (bytes) => checkBoundaries(openBoundaries(bytes)))
  for (const level of BOUNDARY_LEVELS) {
    check(polygonFile(level), (bytes) => checkPolygons(bytes, level))
    // An older Saola prepared none.
    const prepared = polygonFile(level, PREPARED_TOLERANCE)
    if (files.includes(prepared)) check(prepared, (bytes) => checkPolygons(bytes, level))
  }
  check(TILES_FILE, (bytes) => checkTileIndex(openTileIndex(bytes)))
  // The built-in dataset has no water.
  if (files.includes(WATER_FILE)) check(WATER_FILE, (bytes) => checkWater(openWater(bytes)))
  // Imports by an older Saola have no base map.
  if (files.includes(MAP_FILE)) check(MAP_FILE, checkArchive)
  // An extract without roads has no graphs.
  for (const file of VEHICLES.map(routingFile)) {
    if (files.includes(file)) check(file, checkGraph)
  }
  return faults
}

function checkPolygons(bytes: Uint8Array, level: BoundaryLevel): void {
  for (const { unit } of readFlatGeobuf(bytes)) {
    assert(unit.level === level, 'a file of polygons is of one level')
  }
}
