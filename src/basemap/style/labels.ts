import { FONT_BOLD, FONT_ITALIC, FONT_REGULAR } from '../assets.ts'
import { GROUP_COLORS, OTHER_COLOR, SHIELDS } from './colors.ts'
import { all, by, byZoom, isOne, type Json, layer, type StyleLayer } from './layer.ts'
import type { Palette, Theme } from './palette.ts'

export const MAP_LANGS = ['vi', 'en', 'local'] as const
export type MapLang = (typeof MAP_LANGS)[number]

interface Labelling {
  readonly colors: Palette
  readonly theme: Theme
  /** The name in the language asked for. */
  readonly name: Json
}

/** Names and icons, the most important last: what is placed first has the room. */
export function labelLayers(colors: Palette, theme: Theme, lang: MapLang): StyleLayer[] {
  const labelling = { colors, theme, name: nameIn(lang) }
  return [
    ...houseNumbers(labelling),
    ...waterNames(labelling),
    ...roadNames(labelling),
    ...poiLabels(labelling),
    ...placeNames(labelling),
    ...greatNames(labelling),
  ]
}

function nameIn(lang: MapLang): Json {
  if (lang === 'local') return ['get', 'name']
  const vietnamese: Json = ['coalesce', ['get', 'name:vi'], ['get', 'name']]
  return lang === 'vi' ? vietnamese : ['coalesce', ['get', 'name:en'], vietnamese]
}

function halo({ colors }: Labelling, color: string, width = 1.4) {
  return { 'text-color': color, 'text-halo-color': colors.halo, 'text-halo-width': width }
}

function houseNumbers(labelling: Labelling): StyleLayer[] {
  return [
    layer('house-numbers', 'symbol', 'buildings', {
      minzoom: 17,
      filter: ['==', ['get', 'kind'], 'address'],
      layout: {
        'text-field': ['get', 'addr_housenumber'],
        'text-font': [FONT_REGULAR],
        'text-size': 10.5,
        'text-padding': 3,
      },
      paint: halo(labelling, labelling.colors.textSoft, 1.2),
    }),
  ]
}

function waterNames({ colors, name }: Labelling): StyleLayer[] {
  const paint = {
    'text-color': colors.textWater,
    'text-halo-color': colors.haloWater,
    'text-halo-width': 1.2,
  }
  return [
    layer('river-names', 'symbol', 'water', {
      minzoom: 11,
      filter: all(['==', ['geometry-type'], 'LineString'], ['has', 'name']),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 400,
        'text-field': name,
        'text-font': [FONT_ITALIC],
        'text-size': byZoom([11, 11], [16, 14]),
        'text-letter-spacing': 0.08,
      },
      paint,
    }),
    layer('water-names', 'symbol', 'water', {
      filter: all(['==', ['geometry-type'], 'Point'], ['!=', ['get', 'kind'], 'sea']),
      layout: {
        'text-field': name,
        'text-font': [FONT_ITALIC],
        'text-size': byZoom([10, 11], [16, 14]),
        'text-max-width': 7,
      },
      paint,
    }),
    layer('sea-names', 'symbol', 'water', {
      filter: ['==', ['get', 'kind'], 'sea'],
      maxzoom: 10,
      layout: {
        'text-field': name,
        'text-font': [FONT_ITALIC],
        'text-size': byZoom([3, 11], [6, 17]),
        'text-letter-spacing': 0.2,
        'text-max-width': 6,
      },
      paint,
    }),
  ]
}

function roadNames(labelling: Labelling): StyleLayer[] {
  const { colors, name, theme } = labelling
  return [
    layer('oneways', 'symbol', 'roads', {
      minzoom: 16,
      filter: all(['has', 'oneway'], isOne('kind', 'highway', 'major_road', 'minor_road')),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 160,
        'icon-image': theme === 'dark' ? 'oneway-dark' : 'oneway',
        'icon-size': byZoom([16, 0.7], [19, 1]),
        'icon-rotate': by('oneway', { reverse: 180 }, 0),
        'icon-padding': 2,
      },
    }),
    layer('road-names', 'symbol', 'roads', {
      minzoom: 11,
      filter: all(['has', 'name'], ['!', isOne('kind', 'rail', 'aeroway')]),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'symbol-sort-key': ['-', 0, ['get', 'sort_rank']],
        'text-field': name,
        'text-font': [FONT_REGULAR],
        'text-size': byZoom(
          [11, 10],
          [14, by('kind', { highway: 12, major_road: 11.5 }, 10.5)],
          [17, by('kind', { highway: 14, major_road: 14 }, 13)],
        ),
        'text-max-angle': 35,
        'text-padding': 4,
      },
      paint: halo(labelling, colors.textRoad),
    }),
    ...Object.entries(SHIELDS).map(([network, { text }]) =>
      layer(`shields-${network}`, 'symbol', 'roads', {
        minzoom: network === 'provincial' ? 11 : 8,
        filter: ['==', ['get', 'network'], network],
        layout: {
          'symbol-placement': byStep('point', [8, 'line']),
          'symbol-spacing': 420,
          'icon-image': `shield-${network}`,
          'icon-text-fit': 'both',
          'icon-text-fit-padding': [1, 2, 1, 2],
          'icon-rotation-alignment': 'viewport',
          'text-rotation-alignment': 'viewport',
          'text-field': ['get', 'shield_text'],
          'text-font': [FONT_BOLD],
          'text-size': 9.5,
          'symbol-avoid-edges': true,
        },
        paint: { 'text-color': text },
      }),
    ),
  ]
}

function byStep(first: Json, ...stops: readonly (readonly [number, Json])[]): Json {
  return ['step', ['zoom'], first, ...stops.flat()]
}

function poiLabels(labelling: Labelling): StyleLayer[] {
  const { colors, name, theme } = labelling
  const byGroup = by('group', GROUP_COLORS, OTHER_COLOR)
  return [
    layer('pois', 'symbol', 'pois', {
      minzoom: 10,
      filter: ['<=', ['get', 'min_zoom'], ['zoom']],
      layout: {
        'icon-image': ['coalesce', ['image', ['get', 'kind']], ['image', 'point_of_interest']],
        'icon-size': byZoom([12, 0.72], [17, 0.95]),
        'icon-padding': 3,
        'symbol-sort-key': ['get', 'min_zoom'],
        'text-field': name,
        'text-font': [FONT_REGULAR],
        'text-size': byZoom([12, 10.5], [17, 12]),
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 1.05,
        'text-justify': 'auto',
        'text-max-width': 8,
        'text-optional': true,
        'text-padding': 3,
      },
      paint: halo(labelling, colors.text, 1.3),
      ...(theme === 'light'
        ? { paint: { ...halo(labelling, colors.text), 'text-color': darkened(byGroup) } }
        : {}),
    }),
  ]
}

/** A name is written in a darker tone of its icon. */
function darkened(color: Json): Json {
  return ['interpolate', ['linear'], ['literal', 0.35], 0, ['to-color', color], 1, '#101418']
}

function placeNames(labelling: Labelling): StyleLayer[] {
  const { colors, name } = labelling
  const upper: Json = ['upcase', name]
  const place = (id: string, rest: Parameters<typeof layer>[3]) =>
    layer(id, 'symbol', 'places', rest)
  return [
    place('ward-names', {
      minzoom: 12,
      maxzoom: 16,
      filter: ['==', ['get', 'kind'], 'ward'],
      layout: {
        'text-field': name,
        'text-font': [FONT_BOLD],
        'text-size': byZoom([12, 10], [15, 12.5]),
        'text-max-width': 7,
        'text-padding': 8,
      },
      paint: halo(labelling, colors.textRegion),
    }),
    place('settlement-names', {
      filter: isOne(
        'kind_detail',
        'village',
        'hamlet',
        'isolated_dwelling',
        'farm',
        'suburb',
        'borough',
        'quarter',
        'neighbourhood',
      ),
      layout: {
        'text-field': name,
        'text-font': [FONT_REGULAR],
        'text-size': byZoom([11, 10.5], [15, 12]),
        'text-max-width': 7,
        'text-padding': 6,
      },
      paint: halo(labelling, colors.textSoft),
    }),
    place('province-names', {
      minzoom: 6,
      maxzoom: 11,
      filter: ['==', ['get', 'kind'], 'region'],
      layout: {
        'text-field': upper,
        'text-font': [FONT_REGULAR],
        'text-size': byZoom([6, 9.5], [9, 13]),
        'text-letter-spacing': 0.12,
        'text-max-width': 6,
        'text-padding': 6,
      },
      paint: halo(labelling, colors.textRegion),
    }),
  ]
}

/** Towns, cities and countries: above all other names. */
function greatNames(labelling: Labelling): StyleLayer[] {
  const { colors, name } = labelling
  const upper: Json = ['upcase', name]
  const place = (id: string, rest: Parameters<typeof layer>[3]) =>
    layer(id, 'symbol', 'places', rest)
  return [
    place('town-names', {
      filter: isOne('kind_detail', 'town'),
      layout: {
        'text-field': name,
        'text-font': [FONT_REGULAR],
        'text-size': byZoom([8, 10.5], [13, 15]),
        'text-max-width': 7,
        'text-padding': 5,
      },
      paint: halo(labelling, colors.text),
    }),
    place('city-names', {
      maxzoom: 14,
      filter: ['==', ['get', 'kind_detail'], 'city'],
      layout: {
        // Cities that are provinces come before towns beside them: Cần Thơ before Bình Minh.
        'symbol-sort-key': ['coalesce', ['get', 'min_zoom'], 6],
        'text-field': name,
        'text-font': [FONT_BOLD],
        'text-size': byZoom([4, 11], [7, 13.5], [12, 20]),
        'text-max-width': 8,
        'text-padding': 4,
      },
      paint: halo(labelling, colors.text, 1.6),
    }),
    place('country-names', {
      maxzoom: 9,
      filter: isOne('kind', 'country', 'archipelago'),
      layout: {
        'text-field': ['case', ['==', ['get', 'kind'], 'country'], upper, name],
        'text-font': [
          'case',
          ['==', ['get', 'kind'], 'country'],
          ['literal', [FONT_BOLD]],
          ['literal', [FONT_ITALIC]],
        ],
        'text-size': byZoom([2, 10], [5, by('kind', { archipelago: 13 }, 15)]),
        'text-letter-spacing': by('kind', { archipelago: 0.02 }, 0.12),
        'text-max-width': 8,
      },
      paint: halo(labelling, colors.textRegion, 1.6),
    }),
  ]
}
