/*
 * The boundaries of words in a text: runs of letters, marks and digits that begin with a letter or
 * a digit. An apostrophe between letters belongs to the word (`M'Đrắk`). The pattern `WORD` of
 * fold.ts means the same; this table of characters is several times as fast.
 */

const LETTER = 1
const NUMBER = 2
const MARK = 3
const APOSTROPHE = 4
const OTHER = 5

/**
 *   classes  Uint8[65536]  class of each UTF-16 unit, 0 where it is not looked up yet
 */
const classes = new Uint8Array(0x10000)

/** Start of the first word at or after `from`; the length of the text when there is none. */
export function wordStart(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const charClass = classAt(text, at)
    if (charClass === LETTER || charClass === NUMBER) return at
    at += widthAt(text, at)
  }
  return text.length
}

/** End of the word that begins at `first`. */
export function wordEnd(text: string, first: number): number {
  let at = first
  while (at < text.length) {
    const charClass = classAt(text, at)
    if (charClass === OTHER) break
    if (charClass === APOSTROPHE && (at + 1 >= text.length || classAt(text, at + 1) !== LETTER))
      break
    at += widthAt(text, at)
  }
  return at
}

function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const known = classes[unit]!
  if (known !== 0) return known
  const charClass = classify(String.fromCodePoint(text.codePointAt(at) ?? unit))
  // Half of a surrogate pair has no class.
  if (!isHighSurrogate(unit)) classes[unit] = charClass
  return charClass
}

function classify(char: string): number {
  // Before the letters: `ʼ` is one to Unicode, and so are the marks of halfwidth kana.
  if (/['’ʼ]/.test(char)) return APOSTROPHE
  if (/[\p{M}\uff9e\uff9f]/u.test(char)) return MARK
  if (/\p{L}/u.test(char)) return LETTER
  return /\p{N}/u.test(char) ? NUMBER : OTHER
}

/** UTF-16 units of the character at `at`. */
function widthAt(text: string, at: number): number {
  return isHighSurrogate(text.charCodeAt(at)) && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800
}
