import table from '../../data/categories.json' with { type: 'json' }
import { editDistance } from '../text/edit-distance.ts'

/** A kind of POI, as clients filter by it. Made by data/make-categories.ts. */
export interface Category {
  /** In the manner of Google's place types: `gas_station`. */
  readonly id: string
  readonly group: string
  readonly labelEn: string
  readonly labelVi: string
  /** Name of an icon of the Maki, Temaki, Font Awesome, Röntgen or Pinhead sets. */
  readonly icon: string
  /**
   * The OSM tags that it stands for: `amenity=cafe`; `shop=*` for all that no other category names;
   * `amenity=place_of_worship+religion=muslim` with a second tag. The first is its purest.
   */
  readonly tags: readonly string[]
}

/** All of them, in the order in which a person would look for them. */
export const CATEGORIES: readonly Category[] = table

/** The category of places of no known kind. */
export const OTHER_CATEGORY = 'point_of_interest'

const BY_ID: ReadonlyMap<string, Category> = new Map(CATEGORIES.map((each) => [each.id, each]))

export function categoryOfId(id: string): Category | null {
  return BY_ID.get(id) ?? null
}

const NEAR_IDS_MAX = 3
const WRONG_CHARS_MAX = 60 // no id is half as long
/** As many typing errors as leave a word of `length` letters recognisable. */
const editsMax = (length: number) => (length < 4 ? 1 : length < 7 ? 2 : 3)
/** An id that is farther than the nearest by more than this is not meant. */
const EDITS_BEHIND_MAX = 1

/** Ids that may be meant by a misspelt one, the nearest first; may be none. */
export function idsNear(wrong: string): string[] {
  const lower = wrong.toLowerCase().trim().replace(/[ -]+/g, '_')
  if (lower === '' || lower.length > WRONG_CHARS_MAX) return []
  const near = CATEGORIES.map((category) => ({
    id: category.id,
    edits: distanceTo(category, lower),
  })).sort((a, b) => a.edits - b.edits || a.id.length - b.id.length)
  const least = near[0]?.edits ?? 0
  return near
    .filter(({ edits }) => edits < Infinity && edits <= least + EDITS_BEHIND_MAX)
    .slice(0, NEAR_IDS_MAX)
    .map(({ id }) => id)
}

/** Half a name is a near spelling too: `gas` of `gas_station`. So is what OSM says: `fuel`. */
function distanceTo({ id, tags }: Category, wrong: string): number {
  const parts = id.split('_')
  if (parts.includes(wrong) || parts.includes(wrong.replace(/s$/, ''))) return 0
  const names = [id, ...tags.flatMap(wordOf)]
  const bare = withoutShop(wrong)
  return Math.min(
    ...names.flatMap((name) => [likeness(name, wrong), likeness(withoutShop(name), bare)]),
  )
}

/** Typing errors between two words; infinite for two that nobody takes for each other. */
function likeness(a: string, b: string): number {
  const edits = editDistance(a, b)
  return edits <= editsMax(Math.min(a.length, b.length)) ? edits : Infinity
}

/** `shoe_shop` is `shoe_store`, but `coffe_shop` is no `copy_shop`. */
function withoutShop(name: string): string {
  return name.replace(/(?<=.)_(shop|store)s?$/, '')
}

/** `coffee` of `shop=coffee`; of two tags together neither says as much. */
function wordOf(tag: string): string[] {
  const [, word = ''] = tag.split('=')
  return tag.includes('+') || word === '*' || word === 'yes' ? [] : [word]
}
