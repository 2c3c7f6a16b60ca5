import { FIELDS, LAYERS } from '../schema.ts'
import type { MapInfo } from '../served-map.ts'
import { borderLayers, groundLayers } from './ground.ts'
import { labelLayers, type MapLang } from './labels.ts'
import { SOURCE, type StyleLayer } from './layer.ts'
import { paletteOf, type Theme } from './palette.ts'
import { roadLayers } from './roads.ts'

export interface StyleChoice {
  readonly theme: Theme
  readonly lang: MapLang
  /** Address of `/map/…`, without a slash at its end. */
  readonly baseUrl: string
}

/** The map as the MapLibre style specification, version 8, has it. */
export function mapStyle(info: MapInfo, { theme, lang, baseUrl }: StyleChoice): object {
  const [lon, lat, zoom] = info.center
  return {
    version: 8,
    name: `Saola ${theme}`,
    center: [lon, lat],
    zoom,
    sources: {
      [SOURCE]: {
        type: 'vector',
        tiles: [tilesUrl(baseUrl)],
        minzoom: info.zoomMin,
        maxzoom: info.zoomMax,
        attribution: info.attribution,
      },
    },
    glyphs: `${baseUrl}/map/fonts/{fontstack}/{range}.pbf`,
    sprite: `${baseUrl}/map/sprite`,
    layers: styleLayers(theme, lang),
  }
}

function tilesUrl(baseUrl: string): string {
  return `${baseUrl}/map/tiles/{z}/{x}/{y}.mvt`
}

/** Ground, roads, borders, names: from the lowest to the highest. */
function styleLayers(theme: Theme, lang: MapLang): readonly StyleLayer[] {
  const colors = paletteOf(theme)
  return [
    ...groundLayers(colors),
    ...roadLayers(colors),
    ...borderLayers(colors),
    ...labelLayers(colors, theme, lang),
  ]
}

/** The tiles alone, as TileJSON 3.0 has it. */
export function tileJson(info: MapInfo, baseUrl: string): object {
  return {
    tilejson: '3.0.0',
    name: 'Saola',
    tiles: [tilesUrl(baseUrl)],
    minzoom: info.zoomMin,
    maxzoom: info.zoomMax,
    bounds: info.bounds,
    center: info.center,
    attribution: info.attribution,
    vector_layers: LAYERS.map((id) => ({ id, fields: FIELDS[id] })),
  }
}
