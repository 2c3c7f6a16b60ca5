/*
 * Vietnamese letters, reduced to what people mean by them.
 *
 * A syllable has letters (a ă â e ê i o ô ơ u ư y, d đ, consonants) and one tone. Where the tone
 * mark sits is a matter of taste (`hòa`, `hoà`), so it is taken off the letters and kept apart.
 * Two spellings of a token come out of that:
 *   marked   its letters in lower case with circumflex, breve, horn and bar, then its tone digit
 *   folded   the same without any mark: ASCII where the script is Latin
 */

export interface FoldedToken {
  readonly folded: string
  readonly marked: string
  /** Whether the writer typed any Vietnamese mark in it. */
  readonly hasMarks: boolean
}

/** Tone digits are those of VNI: 1 sắc, 2 huyền, 3 hỏi, 4 ngã, 5 nặng. */
const TONES: Readonly<Record<string, string>> = {
  '\u0301': '1',
  '\u0300': '2',
  '\u0309': '3',
  '\u0303': '4',
  '\u0323': '5',
}

/** Letters that stand for another one in real data: Icelandic eth, African d, micro-sign forms. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ð: 'đ',
  ɖ: 'đ',
  ı: 'i',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
}

const PLAIN = /^[a-z0-9]*$/
const MARK = /\p{M}/u

/** A letter taken apart: with its shape marks, without any, and its tone digit. */
interface Letter {
  readonly marked: string
  readonly folded: string
  readonly tone: string
}

/** Letters met so far: a handful of scripts' worth, so that folding does not decompose again. */
const letters = new Map<string, Letter>()
const LETTERS_MAX = 4096

/** Folds one word (letters and digits only, any case, NFC or NFD). */
export function foldToken(word: string): FoldedToken {
  const lower = word.toLowerCase()
  if (PLAIN.test(lower)) {
    const plain = unifyFinalY(lower)
    return { folded: plain, marked: plain, hasMarks: false }
  }
  const composed = MARK.test(lower) ? lower.normalize('NFC') : lower
  let marked = ''
  let folded = ''
  let tone = ''
  for (const char of composed) {
    const letter = letterOf(char)
    marked += letter.marked
    folded += letter.folded
    if (letter.tone !== '') tone = letter.tone
  }
  return { folded: unifyFinalY(folded), marked: unifyFinalY(marked) + tone, hasMarks: true }
}

function letterOf(char: string): Letter {
  const known = letters.get(char)
  if (known) return known
  let marked = ''
  let folded = ''
  let tone = ''
  for (const part of char.normalize('NFKD')) {
    const toneOfPart = TONES[part]
    if (toneOfPart !== undefined) {
      tone = toneOfPart
    } else if (MARK.test(part)) {
      marked += part
    } else {
      const letter = LOOK_ALIKES[part] ?? part
      marked += letter
      folded += letter === 'đ' ? 'd' : letter
    }
  }
  const letter = { marked: marked.normalize('NFC'), folded, tone }
  if (letters.size < LETTERS_MAX) letters.set(char, letter)
  return letter
}

/**
 * `Mỹ` and `Mĩ`, `Lý` and `Lí`, `quý` and `quí` are one word each: after a consonant or `qu`, and
 * alone, a final y is an i. After any other vowel it is another sound (`tay`, `tai`) and stays.
 */
function unifyFinalY(word: string): string {
  if (!word.endsWith('y')) return word
  const before = word.slice(0, -1)
  return before === '' || before === 'qu' || /[^aăâeêioôơuưy]$/.test(before) ? `${before}i` : word
}

/** Folds a whole text for comparison: tokens joined by one space. */
export function foldText(text: string): string {
  return (text.match(WORD) ?? []).map((word) => foldToken(joinApostrophes(word)).folded).join(' ')
}

/**
 * The plain letter of each UTF-16 unit, 0 where it is not looked up yet; of what is no single
 * letter without its marks, itself.
 */
const plainLetters = new Uint16Array(0x10000)

/** Whether two texts are the same letter by letter, marks and case apart. Both in NFC. */
export function sameLetters(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    const one = a.charCodeAt(i)
    const other = b.charCodeAt(i)
    if (one !== other && plainLetter(one) !== plainLetter(other)) return false
  }
  return true
}

/** FNV-1a over the plain letters of a text in NFC, 32 bits: equal for texts of the same letters. */
export function hashOfLetters(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ plainLetter(text.charCodeAt(i)), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}

function plainLetter(unit: number): number {
  const known = plainLetters[unit]!
  if (known !== 0) return known
  const { folded } = letterOf(String.fromCharCode(unit).toLowerCase())
  const plain = folded.length === 1 ? folded.charCodeAt(0) : unit
  plainLetters[unit] = plain
  return plain
}

/** The text in plain letters, case kept, as English writes Vietnamese names: `Nguyen Trai`. */
export function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đð]/g, 'd').replace(/[ĐÐ]/g, 'D')
}

/** To Unicode `ʼ` is a letter, and so are the marks of halfwidth kana: they are no word alone. */
const LETTER = String.raw`[\p{L}--[ʼ\uff9e\uff9f]]`
const MORE = String.raw`[[\p{L}--ʼ]\p{M}\p{N}]*`

/** A run of letters, marks and digits; an apostrophe inside a word belongs to it (`M'Đrắk`). */
export const WORD = new RegExp(`(?:${LETTER}|\\p{N})${MORE}(?:['’ʼ]${LETTER}${MORE})*`, 'gv')

export function joinApostrophes(word: string): string {
  return word.replace(/['’ʼ]/g, '')
}
