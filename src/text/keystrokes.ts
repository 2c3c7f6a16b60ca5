import { foldToken, joinApostrophes, WORD } from './fold.ts'
import { TOKENS_MAX, type Token, tokenOf, tokensOfWord } from './tokens.ts'

/*
 * Raw keystrokes of the two Vietnamese typing methods, typed while the input method was off:
 * `nguyeenx traix` is Telex for `nguyễn trãi`, `nguye64n tra4i` is VNI.
 *
 *            circumflex     breve  horn         bar  sắc huyền hỏi ngã nặng
 *   Telex    aa ee oo       aw     ow uw, uow   dd   s   f     r   x   j
 *   VNI      a6 e6 o6       a8     o7 u7, uo7   d9   1   2     3   4   5
 *
 * Both may be typed right behind the letter or at the end of the syllable.
 */

/**
 * A syllable, perhaps unfinished: consonants, vowels, and what may close it; wide enough for names
 * of the highlands (`Đắk`, `Tẻh`, `Nuôl`, `M'Drắk`).
 */
const SYLLABLE = /^(?:qu|gi|[bcdđghklmnpqrstvx]{0,3})[aăâeêioôơuưy]{1,3}(?:ch|ng|nh|[cmnptkhl])?$/

export const TONE_MARKS = ['\u0301', '\u0300', '\u0309', '\u0303', '\u0323'] as const
const TELEX_TONES = 'sfrxj'
const TELEX = /^[a-z]+$/
const VNI = /^[a-z]+[1-9][a-z0-9]*$/
const BLOCK = /^[a-z][1-5]$/i
/** Short forms have a bar, too: `ddHCT`, and no word but these begins so. */
const TELEX_BAR = /^dd/
/** A shape key between letters is nothing else, though the word be foreign: `Ho6tel`. */
const VNI_FOREIGN = /^[a-z]+[6-9][a-z]{2,}[1-5]?$/

/**
 * The tokens of a text with every word that is keystrokes of a Vietnamese syllable read as that
 * syllable, or null when there is none: a further reading, for when the plain one finds too little.
 * A word that `isWord` accepts is left alone: `Rex` may be a hotel.
 */
export function keystrokeTokens(text: string, isWord: (folded: string) => boolean): Token[] | null {
  const tokens: Token[] = []
  let changed = false
  let end = 0
  for (const match of text.matchAll(WORD)) {
    const before = text.slice(end, match.index)
    end = match.index + match[0].length
    const word = joinApostrophes(match[0])
    const syllable = isWord(foldToken(word).folded) ? null : decodeKeystrokes(word)
    // `A2` alone is a block, not `à`; beside other keys it may be.
    changed ||= syllable !== null && !BLOCK.test(word)
    tokens.push(...(syllable === null ? tokensOfWord(word, before) : [tokenOf(syllable, before)]))
    if (tokens.length >= TOKENS_MAX) break
  }
  return changed ? tokens.slice(0, TOKENS_MAX) : null
}

/** Whether a word, folded, may be one Vietnamese syllable: `nguyen`, not `kfc`. */
export function isSyllable(folded: string): boolean {
  return SYLLABLE.test(folded)
}

/** The syllable that the keys would have written; null when they write none. */
export function decodeKeystrokes(word: string): string | null {
  const keys = word.toLowerCase()
  if (VNI.test(keys)) return finish(keys, vniKey, VNI_FOREIGN.test(keys))
  return TELEX.test(keys) ? finish(keys, telexKey, TELEX_BAR.test(keys)) : null
}

/** Letters typed so far and the tone mark, empty for none. */
interface Typed {
  readonly letters: string
  readonly tone: string
}

/** The effect of a key on the text before it; null when it stands for itself. */
type Key = (typed: Typed, key: string) => Typed | null

function finish(keys: string, press: Key, isForeign: boolean): string | null {
  let typed: Typed = { letters: '', tone: '' }
  let changed = false
  for (const key of keys) {
    const next = press(typed, key)
    changed ||= next !== null
    typed = next ?? { ...typed, letters: typed.letters + key }
  }
  const isWord = SYLLABLE.test(typed.letters) || (isForeign && !/[0-9]/.test(typed.letters))
  return changed && isWord ? typed.letters + typed.tone : null
}

const telexKey: Key = (typed, key) => {
  const { letters } = typed
  if (TELEX_TONES.includes(key) && /[aăâeêioôơuưy]/.test(letters)) {
    return { letters, tone: TONE_MARKS[TELEX_TONES.indexOf(key)] ?? '' }
  }
  if (key === 'd') return marked(typed, barred(letters))
  if (key === 'w') return marked(typed, hornOrBreve(letters) ?? `${letters}ư`)
  const circumflexed = { a: 'â', e: 'ê', o: 'ô' }[key]
  // The same vowel again, right behind or after the closing consonants: `nguyeen`, `nguyene`.
  if (circumflexed && new RegExp(`${key}[^aeiouy]*$`).test(letters)) {
    return marked(typed, replaceLast(letters, key, circumflexed))
  }
  return null
}

const vniKey: Key = (typed, key) => {
  const { letters } = typed
  if (key >= '1' && key <= '5') return { letters, tone: TONE_MARKS[Number(key) - 1] ?? '' }
  if (key === '6') {
    const vowel = /[aeo](?=[^aeo]*$)/.exec(letters)?.[0]
    return vowel
      ? marked(typed, replaceLast(letters, vowel, { a: 'â', e: 'ê', o: 'ô' }[vowel] ?? ''))
      : null
  }
  if (key === '7') return marked(typed, horn(letters))
  if (key === '8')
    return marked(typed, letters.includes('a') ? replaceLast(letters, 'a', 'ă') : null)
  if (key === '9') return marked(typed, barred(letters))
  return null
}

function marked(typed: Typed, letters: string | null): Typed | null {
  return letters === null ? null : { ...typed, letters }
}

/** Most syllables begin with their d; in `M'Drắk` it is the second letter. */
function barred(letters: string): string | null {
  return letters.includes('d') ? letters.replace('d', 'đ') : null
}

/** Telex's w: a horn where there is o or u, else a breve. */
function hornOrBreve(letters: string): string | null {
  return horn(letters) ?? (letters.includes('a') ? replaceLast(letters, 'a', 'ă') : null)
}

function horn(letters: string): string | null {
  if (letters.includes('uo')) return letters.replace('uo', 'ươ')
  if (letters.includes('ua')) return letters.replace('ua', 'ưa')
  if (letters.includes('o')) return replaceLast(letters, 'o', 'ơ')
  return letters.includes('u') ? replaceLast(letters, 'u', 'ư') : null
}

function replaceLast(text: string, letter: string, by: string): string {
  const at = text.lastIndexOf(letter)
  return text.slice(0, at) + by + text.slice(at + 1)
}
