import { ZOOM_ALL } from './layout.ts'

/*
 * Which POIs a tile of a low zoom shows. A grid of square cells lies over the world, finer with
 * every zoom, and a cell shows at most one POI: the one it showed at the zoom before, or else the
 * best inside. So the map looks even, what shows stays when one zooms in, and no tile has more
 * POIs than cells. From ZOOM_ALL on every POI shows.
 */

/** Up to this zoom a tile has 16 × 16 cells, of 32 pixels of 512; then 32 × 32. */
const WIDE_ZOOM_MAX = 9
const WIDE_CELL_BITS = 4
const CELL_BITS = 5

/** Cells that a tile of zoom `z` and its buffer, narrower than a cell, reach: its most POIs. */
export function cellsOfTile(z: number): number {
  return (2 ** cellBits(z) + 2) ** 2
}

/**
 * The zoom, 0 … ZOOM_ALL, at which each point first shows. `order` lists the points along the
 * Morton curve; of two points the one with the smaller number is better.
 */
export function firstZooms(xs: Uint32Array, ys: Uint32Array, order: Uint32Array): Uint8Array {
  const zooms = new Uint8Array(xs.length).fill(ZOOM_ALL)
  for (let z = 0; z < ZOOM_ALL; z++) {
    // A cell's points are one run of the curve.
    const shift = 32 - z - cellBits(z)
    let best = -1
    let cellX = -1
    let cellY = -1
    let isTaken = false
    for (const point of order) {
      const x = xs[point]! >>> shift
      const y = ys[point]! >>> shift
      if (x !== cellX || y !== cellY) {
        if (best !== -1 && !isTaken) zooms[best] = z
        best = -1
        isTaken = false
        cellX = x
        cellY = y
      }
      if (zooms[point]! < z) isTaken = true
      else if (best === -1 || point < best) best = point
    }
    if (best !== -1 && !isTaken) zooms[best] = z
  }
  return zooms
}

function cellBits(z: number): number {
  return z <= WIDE_ZOOM_MAX ? WIDE_CELL_BITS : CELL_BITS
}
