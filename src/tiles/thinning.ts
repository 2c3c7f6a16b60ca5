import { ZOOM_ALL } from './layout.ts'

/*
 * Which POIs a tile of a low zoom shows. A grid of square cells lies over the world, finer with
 * every zoom, and a cell shows at most one POI: the one it showed at the zoom before, or else the
 * best inside. So the map looks even, what shows stays when one zooms in, and no tile has more
 * POIs than cells. From ZOOM_ALL on every POI shows.
 */

/** A tile has 32 × 32 cells, each 16 of its 512 pixels wide. */
const CELL_BITS = 5

/** Cells that a tile and its buffer, narrower than a cell, reach: so many POIs at most. */
export const CELLS_OF_TILE = (2 ** CELL_BITS + 2) ** 2

/**
 * The zoom, 0 … ZOOM_ALL, at which each point first shows. `order` lists the points along the
 * Morton curve; of two points the one with the smaller number is better.
 */
export function firstZooms(xs: Uint32Array, ys: Uint32Array, order: Uint32Array): Uint8Array {
  const zooms = new Uint8Array(xs.length).fill(ZOOM_ALL)
  for (let z = 0; z < ZOOM_ALL; z++) {
    // A cell's points are one run of the curve.
    const shift = 32 - z - CELL_BITS
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
