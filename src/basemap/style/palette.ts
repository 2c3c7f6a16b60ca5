/** Every colour of the map, light and dark in one table. */
const TABLE = {
  sea: ['#a9d3e9', '#14293b'],
  water: ['#a9d3e9', '#173247'],
  waterLine: ['#97c7e1', '#1c3b53'],
  earth: ['#f7f5f0', '#1f242b'],
  residential: ['#f1eee8', '#232930'],
  industrial: ['#ece8f0', '#262a35'],
  commercial: ['#f6ebe6', '#2b2a30'],
  farmland: ['#f1f3e1', '#222a27'],
  forest: ['#d5e8c8', '#1f3029'],
  park: ['#c9e6bb', '#20362b'],
  reserve: ['#dcedd2', '#1f2e29'],
  grass: ['#dfeed0', '#232f29'],
  pitch: ['#b8e0b9', '#264034'],
  sand: ['#f5ecca', '#33312a'],
  wetland: ['#cfe5dc', '#1d3135'],
  cemetery: ['#dbe4d1', '#27302d'],
  school: ['#f5edd9', '#2d2c28'],
  hospital: ['#fae7e5', '#33282b'],
  aerodrome: ['#e7e9f1', '#282d38'],
  runway: ['#d3d7e3', '#3a404d'],
  military: ['#efe6e2', '#2c2929'],
  paved: ['#eceae7', '#2a3038'],
  building: ['#e6e1d9', '#2e353e'],
  buildingLine: ['#d5cec3', '#3a424d'],
  motorway: ['#f8b45e', '#9a6a34'],
  motorwayCasing: ['#dd8f32', '#2a1f16'],
  trunk: ['#fbcb77', '#86683a'],
  trunkCasing: ['#dda94e', '#2a2318'],
  primary: ['#fddf9b', '#6c5b3e'],
  primaryCasing: ['#dcbb6b', '#28241c'],
  secondary: ['#fff3c9', '#535048'],
  secondaryCasing: ['#d8ccaa', '#1b1f25'],
  minor: ['#ffffff', '#4a5360'],
  minorCasing: ['#d9d4ca', '#1b1f25'],
  path: ['#cbb9a2', '#56606d'],
  rail: ['#9a9ba3', '#5f6875'],
  railTie: ['#f7f5f0', '#1f242b'],
  ferry: ['#6f9fc4', '#41698a'],
  country: ['#8f7fa6', '#8579a0'],
  countryHalo: ['#e3dbea', '#2b2938'],
  region: ['#a99bb9', '#655f7c'],
  ward: ['#bfb5c6', '#4b4a5e'],
  text: ['#2c3440', '#dfe4ea'],
  textSoft: ['#5b6472', '#a4adb9'],
  textRegion: ['#7c7290', '#9a93b0'],
  textRoad: ['#4b5158', '#c3cad3'],
  textWater: ['#3d7ba3', '#6fa6c9'],
  textPark: ['#3f7a4d', '#86b894'],
  halo: ['#ffffff', '#171b21'],
  haloWater: ['#d5eaf5', '#14293b'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
export type Palette = Readonly<Record<keyof typeof TABLE, string>>

export function paletteOf(theme: Theme): Palette {
  const column = theme === 'light' ? 0 : 1
  const entries = Object.entries(TABLE).map(([name, colors]) => [name, colors[column]])
  return Object.fromEntries(entries) as Palette
}
