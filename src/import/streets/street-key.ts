import { foldText, foldToken, joinApostrophes, WORD } from '../../text/fold.ts'

/**
 * A key that spellings of one street share: tone placement, case, spaces and the word for street do
 * not matter (`Đường Nguyễn Trãi`, `nguyễn  trãi`), marks do (`Phố Vọng`, `Phố Vòng`).
 */
export function streetKey(name: string): string {
  const words = (name.match(WORD) ?? []).map((word) => foldToken(joinApostrophes(word)).marked)
  const start = typeWords(words)
  return words.slice(start).join(' ')
}

/** The same without marks, to find what was typed without them. */
export function bareStreetKey(name: string): string {
  const words = foldText(name).split(' ')
  const start = bareTypeWords(words)
  return words.slice(start).join(' ')
}

/** Words that only mean "street", marked as `foldToken` writes them; several spellings of one. */
const STREET = foldToken('đường').marked
const TOWN_STREET = foldToken('phố').marked
const ABBREVIATED = foldToken('đ').marked

/** Count of leading words that only mean "street"; never all of them. */
function typeWords(words: readonly string[]): number {
  const [first = ''] = words
  if (words.length < 2) return 0
  return first === STREET || first === TOWN_STREET || first === ABBREVIATED ? 1 : 0
}

function bareTypeWords(words: readonly string[]): number {
  const [first = ''] = words
  if (words.length < 2) return 0
  return first === 'duong' || first === 'pho' || first === 'd' ? 1 : 0
}
