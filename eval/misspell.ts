const LETTERS = 'abcdeghiklmnopqrstuvxy'

/** One slip of the finger in the longest of the words: a letter lost, doubled, swapped or wrong. */
export function misspelt(text: string, random: () => number): string {
  const words = text.split(' ')
  const longest = words.reduce(
    (best, word, i) => (lettersOf(word) > lettersOf(words[best]!) ? i : best),
    0,
  )
  const word = words[longest]!
  const at = 1 + Math.floor(random() * (lettersOf(word) - 2))
  const wrong = LETTERS[Math.floor(random() * LETTERS.length)] ?? 'x'
  const slips = [
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + word[at] + word.slice(at),
    () => word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2),
    () => word.slice(0, at) + wrong + word.slice(at + 1),
  ]
  words[longest] = slips[Math.floor(random() * slips.length)]!()
  return words.join(' ')
}

function lettersOf(word: string): number {
  return /^\p{L}+/u.exec(word)?.[0].length ?? 0
}
