/*
 * What tiles of the base map hold. Layers, kinds and attributes are those of the Protomaps basemap,
 * version 4, for which styles exist; docs/map.md says what differs.
 */

/** In the order in which a tile has them, which is the order in which they are drawn. */
export const LAYERS = [
  'earth',
  'landuse',
  'water',
  'boundaries',
  'roads',
  'buildings',
  'pois',
  'places',
] as const
export type LayerName = (typeof LAYERS)[number]

/** Tiles are made for zooms from 0 to this and enlarged beyond it. */
export const MAP_ZOOM_MAX = 14
/** Without an extract there is nothing that a nearer look would show. */
export const BUILTIN_ZOOM_MAX = 9

export const EXTENT = 4096
/** What lies so far outside is in the tile too: no line or name is cut at an edge. */
export const BUFFER = 64

/** Before compression: of a tile that would be larger the least important is left out. */
export const TILE_BYTES_MAX = 500_000

export type AttributeValue = string | number | boolean
export type Attributes = Readonly<Record<string, AttributeValue>>
