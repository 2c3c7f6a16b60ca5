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
/** Buffer of a tile: no line or name is cut at an edge. */
export const BUFFER = 64

/** Before compression: of a tile that would be larger the least important is left out. */
export const TILE_BYTES_MAX = 500_000

export type AttributeValue = string | number | boolean
export type Attributes = Readonly<Record<string, AttributeValue>>

type FieldType = 'String' | 'Number' | 'Boolean'

const NAMES = { name: 'String', 'name:vi': 'String', 'name:en': 'String' } as const

/** The attributes that features of a layer may have, as TileJSON 3.0 tells them. */
export const FIELDS = {
  earth: { kind: 'String' },
  landuse: { kind: 'String', ...NAMES },
  water: { kind: 'String', ...NAMES },
  boundaries: { kind: 'String', kind_detail: 'Number' },
  roads: {
    kind: 'String',
    kind_detail: 'String',
    sort_rank: 'Number',
    ...NAMES,
    ref: 'String',
    shield_text: 'String',
    network: 'String',
    oneway: 'String',
    is_link: 'Boolean',
    is_bridge: 'Boolean',
    is_tunnel: 'Boolean',
  },
  buildings: { kind: 'String', addr_housenumber: 'String' },
  pois: { kind: 'String', group: 'String', min_zoom: 'Number', ...NAMES },
  places: {
    kind: 'String',
    kind_detail: 'String',
    min_zoom: 'Number',
    capital: 'String',
    ...NAMES,
  },
} as const satisfies Record<LayerName, Readonly<Record<string, FieldType>>>
