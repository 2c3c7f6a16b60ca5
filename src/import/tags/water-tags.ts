import type { Tags } from '../../base/tags.ts'
import type { Tagged } from '../../osm/block.ts'

/**
 * The meaning of a water object for a walker.
 *
 *   middle  the line along a river or canal: an open way
 *   river   an area of flowing water: a river is mapped in many, short ones too
 *   lake    an area of standing water: one walks around a small one
 */
export type WaterMeaning = 'middle' | 'river' | 'lake'

/** Streams, ditches and drains are stepped over; weirs and dams are walked on. */
export const MIDDLES: ReadonlySet<string> = new Set(['river', 'canal'])
export const RIVER_AREAS: ReadonlySet<string> = new Set([
  'river',
  'canal',
  'lock',
  'oxbow',
  'rapids',
])
/** Areas of `natural=water` that are never a long way round, whatever their size. */
export const NARROW: ReadonlySet<string> = new Set([
  'stream',
  'ditch',
  'drain',
  'fish_pass',
  'fountain',
])

/** With less, one finds a plank across: metres. */
export const WIDTH_MIN_M = 5

/** Null for what is no barrier. */
export function waterMeaning(tags: Tags): WaterMeaning | null {
  if (isUnderGround(tags)) return null
  const { waterway = '', natural, landuse, water = '', intermittent, width = '' } = tags
  if (waterway === 'riverbank') return 'river'
  if (natural === 'water') {
    if (RIVER_AREAS.has(water)) return 'river'
    // A hollow that fills in the rains is a field for the rest of the year.
    return NARROW.has(water) || intermittent === 'yes' ? null : 'lake'
  }
  if (waterway === 'dock' || landuse === 'reservoir') return 'lake'
  if (!MIDDLES.has(waterway)) return null
  return Number.parseFloat(width) < WIDTH_MIN_M ? null : 'middle'
}

function isUnderGround(tags: Tags): boolean {
  const { tunnel = 'no', covered, location } = tags
  return tunnel !== 'no' || covered === 'yes' || location === 'underground'
}

export const WATER_VALUES: readonly (readonly [key: string, values: readonly string[]])[] = [
  ['natural', ['water']],
  ['waterway', ['river', 'canal', 'riverbank', 'dock']],
  ['landuse', ['reservoir']],
]

/** Tells for objects of one block whether they may be water, without decoding their tags. */
export function waterInterestIn(block: Tagged): (i: number) => boolean {
  const wanted: { key: number; values: readonly number[] }[] = []
  for (const [key, texts] of WATER_VALUES) {
    const values = texts.map((text) => block.strings.find(text)).filter((value) => value >= 0)
    if (values.length > 0) wanted.push({ key: block.strings.find(key), values })
  }
  if (wanted.length === 0) return () => false
  const { tagFirst, tagKey, tagValue } = block
  return (i) => {
    const end = tagFirst[i + 1]!
    for (let t = tagFirst[i]!; t < end; t++) {
      for (const { key, values } of wanted) {
        if (tagKey[t] === key && values.includes(tagValue[t]!)) return true
      }
    }
    return false
  }
}
