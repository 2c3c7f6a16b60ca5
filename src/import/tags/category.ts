import type { Tags } from '../../base/tags.ts'
import { CATEGORIES, categoryOfId, OTHER_CATEGORY } from '../../pois/categories.ts'

export const ID_OF_TAG: ReadonlyMap<string, string> = new Map(
  CATEGORIES.flatMap(({ id, tags }) => tags.map((tag) => [tag, id] as const)),
)

/** Keys under which mappers write the same values: `amenity=fabric` is a shop for fabric. */
export const MIXED_UP_KEYS = ['shop', 'amenity', 'leisure', 'tourism']

/** A second tag that may decide between categories of one primary tag. */
export const DECIDING_KEYS = ['religion', 'station']

/**
 * The category of a place: by its primary tag and a deciding one, then by the tag alone, then by
 * its value under a neighbouring key, last by its key. Where the religion of a place of worship is
 * not tagged, its name may show it.
 */
export function categoryOf(primaryTag: string, tags: Tags, name = ''): string {
  const named = worshipOf(primaryTag, tags, name) ?? namedCategoryOf(primaryTag, tags)
  const key = primaryTag.slice(0, Math.max(0, primaryTag.indexOf('=')))
  return named ?? ID_OF_TAG.get(`${key}=*`) ?? OTHER_CATEGORY
}

/**
 * Words for places of worship, with marks or without. The halls of a family are no churches
 * (`nhà thờ họ`, `nhà thờ tổ`), those of a parish are (`nhà thờ họ đạo`).
 */
export const WORSHIP_NAMES: readonly (readonly [name: RegExp, category: string])[] = [
  [
    /^(nhà thờ|nha tho) ((họ|ho)(?! (đạo|dao)\b)|tổ|to|tộc|toc|dòng họ|dong ho|chi họ)(?!\p{L})/u,
    'place_of_worship',
  ],
  [/^(nhà thờ|nha tho|thánh đường|thanh duong) (hồi giáo|hoi giao)(?!\p{L})|^masjid\b/u, 'mosque'],
  [
    /^(chùa|chua|thiền viện|thien vien|tịnh xá|tinh xa)(?!\p{L})|(?<!\p{L})tịnh xá$/u,
    'buddhist_temple',
  ],
  [/^(nhà thờ|nha tho|giáo xứ|giao xu|giáo họ|giao ho)(?!\p{L})/u, 'church'],
]

function worshipOf(primaryTag: string, tags: Tags, name: string): string | null {
  if (primaryTag !== 'amenity=place_of_worship' || tags['religion'] !== undefined) return null
  const lower = name.toLowerCase()
  return WORSHIP_NAMES.find(([form]) => form.test(lower))?.[1] ?? null
}

/** The same, null when the taxonomy does not name the tag but takes it in with its key. */
export function namedCategoryOf(primaryTag: string, tags: Tags): string | null {
  for (const decider of DECIDING_KEYS) {
    const id = ID_OF_TAG.get(`${primaryTag}+${decider}=${tags[decider] ?? ''}`)
    if (id !== undefined) return id
  }
  const known = ID_OF_TAG.get(primaryTag)
  if (known !== undefined) return known
  const [key = '', value = ''] = primaryTag.split('=')
  if (!MIXED_UP_KEYS.includes(key)) return null
  const neighbours = MIXED_UP_KEYS.map((other) => ID_OF_TAG.get(`${other}=${value}`))
  return neighbours.find((id) => id !== undefined) ?? null
}

/** The primary tag that stands for a category; null when there is no such category. */
export function tagOfCategory(id: string): string | null {
  return categoryOfId(id)?.tags[0] ?? null
}
