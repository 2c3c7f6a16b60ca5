import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatasetId } from '../../src/base/ids.ts'
import { UNWATCHED } from '../../src/base/on-step.ts'
import { buildBoundaries } from '../../src/boundaries/build.ts'
import { polygonFile, writeFlatGeobuf } from '../../src/boundaries/fgb.ts'
import { openLayer, rowsOf } from '../../src/boundaries/layer.ts'
import type { BoundaryQuery } from '../../src/boundaries/query.ts'
import { PREPARED_TOLERANCE, simplifyFeatures } from '../../src/boundaries/simplify.ts'
import { boundaryText } from '../../src/boundaries/text.ts'
import type { BoundaryFeature } from '../../src/boundaries/unit.ts'
import { BOUNDARIES_FILE, type LocalDataset } from '../../src/dataset.ts'
import type { BoundaryText } from '../../src/http/request/deps.ts'
import { DEGREE, ring, unit } from '../boundaries/drawing.ts'
import { scratchDirectory } from '../scratch.ts'

/*
 * Two provinces side by side, a degree each, whose common border winds by a thousandth of a degree.
 * The ward 00001 fills the western one but for a lake, which is the ward 00002; the eastern one has
 * the ward 00003 and an island of it to the north.
 */

const WINDINGS = 40
const BORDER = Array.from({ length: WINDINGS }, (_, i) => {
  const lat = 20 + (i + 1) / (WINDINGS + 1)
  return [106 + (i % 2 === 0 ? 0.001 : -0.001), Number(lat.toFixed(5))] as const
})
const WEST = ring(DEGREE, [105, 20], [106, 20], ...BORDER, [106, 21], [105, 21])
const EAST = ring(DEGREE, [107, 21], [106, 21], ...BORDER.toReversed(), [106, 20], [107, 20])
const LAKE = ring(DEGREE, [105.4, 20.4], [105.4, 20.6], [105.6, 20.6], [105.6, 20.4])
const LAKE_WARD = ring(DEGREE, [105.4, 20.4], [105.6, 20.4], [105.6, 20.6], [105.4, 20.6])
const ISLAND = ring(DEGREE, [106.5, 21.5], [106.7, 21.5], [106.6, 21.7])

export const LAND: readonly BoundaryFeature[] = [
  unit('vn01', 4, [[WEST]]),
  unit('vn02', 4, [[EAST], [ISLAND]]),
  unit('vn00001', 8, [[WEST, LAKE]]),
  unit('vn00002', 8, [[LAKE_WARD]]),
  unit('vn00003', 8, [[EAST], [ISLAND]]),
]

/** The land as it is, whatever tolerance is asked for. */
export function landText(query: BoundaryQuery): BoundaryText {
  const parts = query.levels.map((level) => {
    const layer = openLayer(writeFlatGeobuf(LAND.filter((each) => each.unit.level === level)))
    return { layer, rows: rowsOf(layer, query.codes, query.box) }
  })
  const text = () => Buffer.concat([...boundaryText(parts, query.format)])
  return {
    tag: `land-${Bun.hash(JSON.stringify(query))}`,
    plain: async () => new Blob([text()]).stream(),
    compressed: async () => new Blob([Bun.gzipSync(text())]),
  }
}

/** Files of a dataset of the units, in a new directory. */
export function writeLand(features: readonly BoundaryFeature[] = LAND): LocalDataset {
  const directory = scratchDirectory()
  const files = [BOUNDARIES_FILE]
  writeFileSync(join(directory, BOUNDARIES_FILE), buildBoundaries(features))
  for (const level of [4, 8] as const) {
    const ofLevel = features.filter((each) => each.unit.level === level)
    for (const tolerance of [0, PREPARED_TOLERANCE]) {
      const file = polygonFile(level, tolerance)
      writeFileSync(
        join(directory, file),
        writeFlatGeobuf(simplifyFeatures(ofLevel, tolerance, UNWATCHED)),
      )
      files.push(file)
    }
  }
  return { id: '20261120-land00' as DatasetId, madeAtMs: 0, directory, files }
}

export function removeLand({ directory }: LocalDataset): void {
  rmSync(directory, { recursive: true })
}
