import type { Tags } from '../../base/tags.ts'

/** OSM allows 255 characters a value; an operator's file may hold more, which is not read. */
export const NAME_CHARS_MAX = 255

export interface Names {
  /** The local name; empty when there is none. */
  readonly name: string
  readonly nameEn: string | null
  /** Every other name, without repeats, `name` and `nameEn` left out. */
  readonly aliases: readonly string[]
}

/**
 * The names of an object.
 *
 * `name` is what stands on the sign. It gives way to `name:vi` where it is not Vietnamese: when
 * it is written in another script (Chinese, Korean and Russian signs in Nha Trang), or when it is
 * the English name and `name:vi` says something else (`Hanoi Opera House`, `Nhà hát Lớn`).
 */
export function namesOf(tags: Tags): Names {
  const onSign = tidyName(tags['name'] ?? '')
  const vietnamese = tidyName(tags['name:vi'] ?? '')
  const english = tidyName(tags['name:en'] ?? '')
  const signIsForeign = !isLatin(onSign) || (onSign === english && onSign !== '')
  const local = vietnamese !== '' && (onSign === '' || signIsForeign) ? vietnamese : onSign
  const name = local || tidyName(tags['official_name'] ?? '') || english
  const nameEn = english !== '' && english !== name ? english : null
  return { name, nameEn, aliases: aliasesOf(tags, name, nameEn, [onSign, vietnamese]) }
}

/** Keys that hold further names; `;` separates several in one value. */
export const ALIAS_KEYS = [
  'alt_name',
  'old_name',
  'short_name',
  'official_name',
  'loc_name',
  'alt_name:vi',
  'old_name:vi',
  'short_name:vi',
  'official_name:vi',
  'alt_name:en',
  'reg_name',
  'nickname',
] as const

/** Every key that `namesOf` reads: objects that agree in these have the same names. */
export const NAMING_KEYS = ['name', 'name:vi', 'name:en', ...ALIAS_KEYS] as const

function aliasesOf(
  tags: Tags,
  name: string,
  nameEn: string | null,
  first: readonly string[],
): readonly string[] {
  const found = new Set(first)
  for (const key of ALIAS_KEYS) {
    for (const value of valuesOf(tags[key])) found.add(tidyName(value))
  }
  found.delete('')
  found.delete(name)
  if (nameEn !== null) found.delete(nameEn)
  return [...found]
}

/** The parts of a list that is written `a;b;c`, as OSM writes lists; empty parts dropped. */
export function valuesOf(list: string | undefined): readonly string[] {
  if (list === undefined) return []
  return list
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * Text as it is stored: NFC, one space between words, no control characters, nothing that cannot
 * be seen (Khmer marks the ends of words with spaces of no width). The Icelandic eth
 * (ð, Ð) stands for đ in real data because it looks the same (`Trần Hưng Ðạo`); it is mended
 * here, so that what is shown can be copied and searched elsewhere.
 */
export function tidyName(text: string): string {
  if (text === '') return text
  return text
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC')
    .replace(/\p{Cc}|\s/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .replaceAll('ð', 'đ')
    .replaceAll('Ð', 'Đ')
    .slice(0, NAME_CHARS_MAX)
}

/** Whether every letter is Latin: Vietnamese always is. */
function isLatin(text: string): boolean {
  return !/(?!\p{Script=Latin})\p{L}/u.test(text)
}
