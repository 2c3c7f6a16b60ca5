/** A tile of the grid: at zoom z the world is 2^z × 2^z tiles, 0/0 in the north-west. */
export interface MapTileId {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** The first id of a zoom: all tiles of the zooms before. */
export function firstIdOf(z: number): number {
  return (4 ** z - 1) / 3
}

/**
 * A tile's number in a PMTiles archive: zooms one after the other, each along the Hilbert curve
 * (PMTiles 3, section 4.1).
 */
export function tileIdOf({ z, x, y }: MapTileId): number {
  let place = 0
  for (let bit = z - 1; bit >= 0; bit--) {
    const side = 2 ** bit
    const right = (x & side) === 0 ? 0 : 1
    const lower = (y & side) === 0 ? 0 : 1
    place = place * 4 + ((3 * right) ^ lower)
    if (lower === 0) {
      if (right === 1) {
        x = side - 1 - (x & (side - 1))
        y = side - 1 - (y & (side - 1))
      }
      const swapped = x
      x = y
      y = swapped
    }
  }
  return firstIdOf(z) + place
}
