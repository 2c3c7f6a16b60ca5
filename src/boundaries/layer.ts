import type { Bbox } from '../geo/bbox.ts'
import type { PolygonDeg } from '../geo/polygon-text.ts'
import { unitOf } from './fgb.ts'
import { type FgbFile, openFgb, polygonsAt, propertiesAt } from './fgb-file.ts'
import { meetsBox } from './meets-box.ts'
import type { BoundaryUnit } from './unit.ts'

/** The units of one level with their polygons, which stay in their file until asked for. */
export interface Layer {
  readonly file: FgbFile
  /** A unit a row. */
  readonly units: readonly BoundaryUnit[]
  /** Boxes around them: west, south, east, north, degrees. Null until a box is asked for. */
  boxes: Float64Array | null
}

/**
 * Opens a file of `writeFlatGeobuf` over `bytes`, which may be memory-mapped. Throws
 * `INVALID_FILE` for anything else.
 */
export function openLayer(bytes: Uint8Array): Layer {
  const file = openFgb(bytes)
  const units = file.starts.map((_, row) => unitOf(propertiesAt(file, row), row))
  return { file, units, boxes: null }
}

/** The polygons of a row, not copied. */
export function polygonsOf(layer: Layer, row: number): readonly PolygonDeg[] {
  return polygonsAt(layer.file, row)
}

/**
 * Rows of the units with one of the codes and with ground in the box, ascending; null asks for no
 * such thing. The first box of a layer reads all its polygons: 7 million points take 0.1 s.
 */
export function rowsOf(layer: Layer, codes: readonly string[] | null, box: Bbox | null): number[] {
  const rows: number[] = []
  layer.units.forEach(({ code }, row) => {
    if (codes !== null && !codes.includes(code)) return
    if (box === null || isIn(layer, row, box)) rows.push(row)
  })
  return rows
}

function isIn(layer: Layer, row: number, box: Bbox): boolean {
  layer.boxes ??= boxesOf(layer)
  const [west, south, east, north] = layer.boxes.subarray(row * 4, row * 4 + 4)
  // The box of a unit without polygons is inside out and meets none.
  if (west! > box.east || east! < box.west || south! > box.north || north! < box.south) return false
  return meetsBox(polygonsOf(layer, row), box)
}

function boxesOf(layer: Layer): Float64Array {
  const boxes = new Float64Array(layer.units.length * 4)
  for (let row = 0; row < layer.units.length; row++) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    for (const { xy } of polygonsOf(layer, row)) {
      for (let i = 0; i < xy.length; i += 2) {
        const x = xy[i]!
        const y = xy[i + 1]!
        if (x < west) west = x
        if (x > east) east = x
        if (y < south) south = y
        if (y > north) north = y
      }
    }
    boxes.set([west, south, east, north], row * 4)
  }
  return boxes
}
