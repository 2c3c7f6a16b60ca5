/** With a slip in a shorter word, nobody knows which was meant. */
const LETTERS_MIN = 4
const LETTERS = 'abcdeghiklmnopqrstuvxy'

/** Words of many addresses, in which a slip tells nothing. */
const COMMON = /^(?:phường|thành|tỉnh|đường|trường|công|quán|nhà|hàng|khách)/iu

/**
 * One slip of the finger in one of the words: a letter lost, doubled, swapped or wrong. Null where
 * every word is too short for it.
 */
export function misspelt(text: string, random: () => number): string | null {
  const words = text.split(' ')
  const long = words.map((_, i) => i).filter((i) => lettersOf(words[i]!) >= LETTERS_MIN)
  const telling = long.filter((i) => !COMMON.test(words[i]!))
  const among = telling.length > 0 ? telling : long
  const slipped = among[Math.floor(random() * among.length)]
  if (slipped === undefined) return null
  const word = words[slipped]!
  const at = 1 + Math.floor(random() * (lettersOf(word) - 2))
  const wrong = LETTERS[Math.floor(random() * LETTERS.length)] ?? 'x'
  const slips = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at] + word.slice(at),
    word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2),
    word.slice(0, at) + wrong + word.slice(at + 1),
  ].filter((each) => each !== word)
  words[slipped] = slips[Math.floor(random() * slips.length)]!
  return words.join(' ')
}

function lettersOf(word: string): number {
  return /^\p{L}+/u.exec(word)?.[0].length ?? 0
}
