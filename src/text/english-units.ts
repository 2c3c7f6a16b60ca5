import { withoutMarks } from './fold.ts'

/*
 * Administrative units in English, for those that no source names in it: every former one. A local
 * expert may correct a line.
 */

const ENGLISH_KINDS: readonly (readonly [vietnamese: string, english: string])[] = [
  ['Tỉnh', 'Province'],
  ['Thành phố', 'City'],
  ['Quận', 'District'],
  ['Huyện', 'District'],
  ['Thị xã', 'Town'],
  ['Thị trấn', 'Town'],
  ['Phường', 'Ward'],
  ['Xã', 'Commune'],
  ['Đặc khu', 'Special Zone'],
]

/** `District 5` for `Quận 5`, `Go Vap District` for `Quận Gò Vấp`. */
export function englishUnit(name: string): string {
  for (const [kind, word] of ENGLISH_KINDS) {
    if (!name.startsWith(`${kind} `)) continue
    const bare = withoutMarks(name.slice(kind.length + 1))
    return /^\d/.test(bare) ? `${word} ${bare}` : `${bare} ${word}`
  }
  return withoutMarks(name)
}
