import { all, by, byScale, byZoom, isOne, layer, type StyleLayer } from './layer.ts'
import type { Palette } from './palette.ts'

/** Land, its uses, water, buildings and borders. */
export function groundLayers(colors: Palette): StyleLayer[] {
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colors.sea } },
    layer('earth', 'fill', 'earth', { paint: { 'fill-color': colors.earth } }),
    ...landuseLayers(colors),
    ...waterLayers(colors),
    layer('buildings', 'fill', 'buildings', {
      minzoom: 13,
      filter: ['==', ['get', 'kind'], 'building'],
      paint: {
        'fill-color': colors.building,
        'fill-outline-color': colors.buildingLine,
        'fill-opacity': byZoom([13, 0], [14.5, 1]),
      },
    }),
  ]
}

function landuseLayers(colors: Palette): StyleLayer[] {
  const fills = {
    residential: colors.residential,
    industrial: colors.industrial,
    commercial: colors.commercial,
    farmland: colors.farmland,
    forest: colors.forest,
    wood: colors.forest,
    scrub: colors.grass,
    heath: colors.grass,
    grassland: colors.grass,
    grass: colors.grass,
    park: colors.park,
    golf_course: colors.park,
    playground: colors.park,
    dog_park: colors.park,
    zoo: colors.park,
    pitch: colors.pitch,
    beach: colors.sand,
    sand: colors.sand,
    bare_rock: colors.paved,
    scree: colors.paved,
    wetland: colors.wetland,
    cemetery: colors.cemetery,
    school: colors.school,
    university: colors.school,
    hospital: colors.hospital,
    aerodrome: colors.aerodrome,
    runway: colors.runway,
    military: colors.military,
    parking: colors.paved,
    pedestrian: colors.paved,
    bridge: colors.paved,
    pier: colors.paved,
  }
  return [
    layer('reserves', 'fill', 'landuse', {
      filter: isOne('kind', 'national_park', 'nature_reserve'),
      paint: { 'fill-color': colors.reserve, 'fill-opacity': byZoom([6, 0.9], [12, 0.5]) },
    }),
    layer('landuse', 'fill', 'landuse', {
      filter: isOne('kind', ...Object.keys(fills)),
      paint: { 'fill-color': by('kind', fills, colors.paved) },
    }),
  ]
}

function waterLayers(colors: Palette): StyleLayer[] {
  return [
    layer('water', 'fill', 'water', {
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colors.water },
    }),
    layer('waterways', 'line', 'water', {
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colors.waterLine,
        'line-width': byScale(
          [7, by('kind', { river: 0.6 }, 0)],
          [11, by('kind', { river: 1.6, canal: 0.8 }, 0)],
          [14, by('kind', { river: 3, canal: 2 }, 1)],
          [18, by('kind', { river: 12, canal: 9 }, 4)],
        ),
      },
    }),
  ]
}

/** Above the roads: a border often runs along one. */
export function borderLayers(colors: Palette): StyleLayer[] {
  return [
    layer('ward-borders', 'line', 'boundaries', {
      minzoom: 11.5,
      filter: ['==', ['get', 'kind'], 'ward'],
      paint: {
        'line-color': colors.ward,
        'line-width': byZoom([12, 0.7], [16, 1.4]),
        'line-dasharray': [3, 2],
      },
    }),
    layer('province-borders', 'line', 'boundaries', {
      minzoom: 5,
      filter: ['==', ['get', 'kind'], 'region'],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colors.region,
        'line-width': byZoom([5, 0.5], [9, 1.1], [14, 1.8]),
        'line-dasharray': [4, 2],
      },
    }),
    layer('country-borders-halo', 'line', 'boundaries', {
      filter: all(['==', ['get', 'kind'], 'country'], ['>=', ['zoom'], 5]),
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colors.countryHalo,
        'line-width': byZoom([5, 2.5], [10, 6]),
        'line-opacity': 0.7,
      },
    }),
    layer('country-borders', 'line', 'boundaries', {
      filter: ['==', ['get', 'kind'], 'country'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colors.country, 'line-width': byZoom([3, 0.8], [6, 1.2], [12, 2]) },
    }),
  ]
}
