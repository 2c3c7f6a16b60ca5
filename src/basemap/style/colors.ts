/** The colour of the icons of each group of categories (`pois/categories.ts`), in both themes. */
export const GROUP_COLORS: Readonly<Record<string, string>> = {
  food_and_drink: '#d9702b',
  shopping: '#3f7fd0',
  services: '#6f7c8e',
  transportation: '#3c6fb4',
  leisure: '#2f9a5d',
  sights: '#8a5bc0',
  health: '#d64b58',
  nature: '#3b8f52',
  education: '#9a6b3a',
  government: '#5d6b7d',
  finance: '#4b63a8',
  worship: '#7b6a9b',
  places: '#6f7c8e',
  lodging: '#c2508f',
}
export const OTHER_COLOR = '#6f7c8e'

/** Shields of numbered roads by their network, and the colour of the number. */
export const SHIELDS = {
  expressway: { fill: '#1f7a4d', line: '#ffffff', text: '#ffffff' },
  national: { fill: '#c73b3b', line: '#ffffff', text: '#ffffff' },
  provincial: { fill: '#ffffff', line: '#7d8694', text: '#3a424e' },
} as const
export type Network = keyof typeof SHIELDS
