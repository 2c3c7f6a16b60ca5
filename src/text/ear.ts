import { TONE_MARKS } from './keystrokes.ts'

/*
 * Words as they are heard: in parts of the country some consonants sound alike, so that names are
 * written with the other (northern l and n, s and x, tr and ch, d, gi and r; southern v and d, and
 * n, t at the end as ng, c).
 */

const ONSETS: readonly (readonly string[])[] = [
  ['tr', 'ch'],
  ['s', 'x'],
  ['d', 'gi', 'r', 'v'],
  ['l', 'n'],
]
const CODAS: Readonly<Record<string, readonly string[]>> = {
  n: ['ng', 'nh'],
  ng: ['n'],
  nh: ['n'],
  t: ['c', 'ch'],
  c: ['t'],
  ch: ['t'],
}
const SYLLABLE = /^(tr|ch|gi|[sxdrvln]|[bcdđghkmpqt]*)([aeiouyăâêôơư]+)(ng|nh|ch|[ntcmp])?$/u

/**
 * Other syllables that sound the same somewhere, as text; none for what is no syllable. `marked`:
 * letters and tone digit, as fold.ts has them.
 */
export function soundAlikes(marked: string): string[] {
  const [, letters = '', digit = ''] = /^(\D*)(\d?)$/.exec(marked) ?? []
  const [whole, onset = '', vowels = '', coda = ''] = SYLLABLE.exec(letters) ?? []
  if (whole === undefined) return []
  const onsets = [onset, ...(ONSETS.find((group) => group.includes(onset)) ?? [])]
  const codas = [coda, ...(CODAS[coda] ?? [])]
  const alike = new Set<string>()
  for (const first of onsets) {
    // `gì` is written with one i.
    const rest = first === 'gi' && vowels.startsWith('i') ? vowels.slice(1) : vowels
    for (const last of codas) alike.add(first + rest + last)
  }
  alike.delete(letters)
  // Right behind a syllable a mark means the same as on its vowel.
  const tone = TONE_MARKS[Number(digit) - 1] ?? ''
  return [...alike].map((syllable) => syllable + tone)
}
