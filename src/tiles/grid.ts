/*
 * The tile grid (XYZ): at zoom z the world is 2^z × 2^z tiles, 0/0 in the north-west. Positions
 * are in the units of `geo/mercator.ts`, of which a tile is 2^(32 − z) wide.
 */

export const ZOOM_MAX = 22 // design, Tiles

/** Coordinates inside a tile go from 0 to this; beyond lies the buffer. */
export const EXTENT = 4096

/** A symbol around a POI, 8 pixels of 512, is not cut where its tile ends. */
export const BUFFER = 64

export interface TileId {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** The area of a tile, its buffer included, in units: south and east are outside of it. */
export interface TileBox {
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
}

export function tileUnits(z: number): number {
  return 2 ** (32 - z)
}

export function boxOf({ z, x, y }: TileId): TileBox {
  const side = tileUnits(z)
  const margin = (side * BUFFER) / EXTENT
  return {
    west: x * side - margin,
    north: y * side - margin,
    east: (x + 1) * side + margin,
    south: (y + 1) * side + margin,
  }
}
