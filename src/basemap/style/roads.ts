import { all, by, byScale, byZoom, isOne, type Json, layer, type StyleLayer } from './layer.ts'
import type { Palette } from './palette.ts'

const IS_ROAD = isOne('kind', 'highway', 'major_road', 'minor_road')
const IS_BRIDGE: Json = ['==', ['get', 'is_bridge'], true]
const IS_TUNNEL: Json = ['==', ['get', 'is_tunnel'], true]
const not = (condition: Json): Json => ['!', condition]

export function roadLayers(colors: Palette): StyleLayer[] {
  return [
    layer('ferries', 'line', 'roads', {
      filter: ['==', ['get', 'kind'], 'ferry'],
      paint: {
        'line-color': colors.ferry,
        'line-width': byZoom([9, 0.8], [16, 1.6]),
        'line-dasharray': [4, 3],
      },
    }),
    ...groundRoads(colors),
    ...railLayers(colors),
    ...bridgeRoads(colors),
  ]
}

function groundRoads(colors: Palette): StyleLayer[] {
  return [
    layer('aeroways', 'line', 'roads', {
      filter: isOne('kind', 'aeroway', 'pier'),
      paint: {
        'line-color': by('kind', { pier: colors.paved }, colors.runway),
        'line-width': byScale(
          [10, 1],
          [14, by('kind_detail', { runway: 14 }, 4)],
          [18, by('kind_detail', { runway: 80 }, 20)],
        ),
      },
    }),
    layer('tunnels', 'line', 'roads', {
      minzoom: 11,
      filter: all(IS_ROAD, IS_TUNNEL),
      paint: {
        'line-color': colors.minorCasing,
        'line-width': roadWidth(0),
        'line-opacity': 0.6,
        'line-dasharray': [1.2, 0.6],
      },
    }),
    layer('paths', 'line', 'roads', {
      minzoom: 13,
      filter: ['==', ['get', 'kind'], 'path'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colors.path,
        'line-width': byScale([13, 0.5], [16, 1.2], [19, 3]),
        'line-dasharray': [2, 1.6],
      },
    }),
    casing('road-casings', colors, not(['any', IS_BRIDGE, IS_TUNNEL])),
    fill('roads', colors, not(['any', IS_BRIDGE, IS_TUNNEL])),
  ]
}

function bridgeRoads(colors: Palette): StyleLayer[] {
  return [casing('bridge-casings', colors, IS_BRIDGE), fill('bridges', colors, IS_BRIDGE)]
}

function casing(id: string, colors: Palette, condition: Json): StyleLayer {
  return layer(id, 'line', 'roads', {
    filter: all(IS_ROAD, condition),
    layout: {
      'line-cap': id.startsWith('bridge') ? 'butt' : 'round',
      'line-join': 'round',
      'line-sort-key': ['get', 'sort_rank'],
    },
    paint: {
      'line-color': by(
        'kind_detail',
        {
          motorway: colors.motorwayCasing,
          trunk: colors.trunkCasing,
          primary: colors.primaryCasing,
          secondary: colors.secondaryCasing,
        },
        colors.minorCasing,
      ),
      'line-width': roadWidth(CASING_PX),
      // From afar a minor road is a line without edges.
      'line-opacity': byZoom([7, 0], [8, by('kind', { highway: 1, major_road: 0.9 }, 0.7)]),
    },
  })
}

function fill(id: string, colors: Palette, condition: Json): StyleLayer {
  return layer(id, 'line', 'roads', {
    filter: all(IS_ROAD, condition),
    layout: {
      'line-cap': 'round',
      'line-join': 'round',
      'line-sort-key': ['get', 'sort_rank'],
    },
    paint: {
      'line-color': by(
        'kind_detail',
        {
          motorway: colors.motorway,
          trunk: colors.trunk,
          primary: colors.primary,
          secondary: colors.secondary,
        },
        colors.minor,
      ),
      'line-width': roadWidth(0),
    },
  })
}

/** Of the two edges together. */
const CASING_PX = 1.6

/** Width in pixels of each class at some zooms; links are half as wide. */
const WIDTHS: readonly (readonly [
  zoom: number,
  widths: Readonly<Record<string, number>>,
  other: number,
])[] = [
  [5, { motorway: 0.9, trunk: 0.6 }, 0],
  [8, { motorway: 1.8, trunk: 1.3, primary: 0.8, secondary: 0.4 }, 0],
  [10, { motorway: 2.6, trunk: 2.2, primary: 1.6, secondary: 1, tertiary: 0.6 }, 0],
  [
    12,
    {
      motorway: 4,
      trunk: 3.6,
      primary: 3,
      secondary: 2.3,
      tertiary: 1.7,
      residential: 0.7,
      unclassified: 0.7,
    },
    0.4,
  ],
  [
    14,
    {
      motorway: 6.5,
      trunk: 6,
      primary: 5.2,
      secondary: 4.4,
      tertiary: 3.6,
      residential: 2.2,
      unclassified: 2.2,
      service: 1,
    },
    1.6,
  ],
  [
    16,
    {
      motorway: 12,
      trunk: 11,
      primary: 10.5,
      secondary: 9.5,
      tertiary: 8.5,
      residential: 6.5,
      unclassified: 6.5,
      service: 3.4,
    },
    5,
  ],
  [
    18,
    {
      motorway: 26,
      trunk: 25,
      primary: 24,
      secondary: 22,
      tertiary: 19,
      residential: 15,
      unclassified: 15,
      service: 8,
    },
    12,
  ],
]

function roadWidth(extra: number): Json {
  return byScale(
    ...WIDTHS.map(([zoom, widths, other]): readonly [number, Json] => {
      const width = by('kind_detail', widths, other)
      const scaled: Json = ['case', ['==', ['get', 'is_link'], true], ['*', 0.6, width], width]
      return [zoom, extra === 0 ? scaled : ['+', extra, scaled]]
    }),
  )
}

function railLayers(colors: Palette): StyleLayer[] {
  const isRail: Json = ['==', ['get', 'kind'], 'rail']
  return [
    layer('rails', 'line', 'roads', {
      filter: isRail,
      paint: { 'line-color': colors.rail, 'line-width': byZoom([8, 0.7], [13, 1.6], [17, 3]) },
    }),
    layer('rail-ties', 'line', 'roads', {
      minzoom: 13,
      filter: isRail,
      paint: {
        'line-color': colors.railTie,
        'line-width': byZoom([13, 0.8], [17, 1.8]),
        'line-dasharray': [4, 4],
      },
    }),
  ]
}
