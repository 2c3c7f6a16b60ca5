import { soundAlikes } from '../../text/ear.ts'
import { isNumber, type Token, tokenOf } from '../../text/tokens.ts'
import { typeWordBefore } from '../../text/words.ts'
import type { Engine } from '../match/engine.ts'
import { EAR_COST } from '../model/score-weights.ts'
import type { GuessedWords } from './interpretation.ts'
import { byNeighbours, type CorrectedReading, isSpelt, replaced } from './spell-correction.ts'

const READINGS_MAX = 4

interface Heard {
  readonly at: number
  readonly word: string
  readonly neighbours: number
}

/**
 * Readings with words replaced by others that sound alike (text/ear.ts), where names have them
 * beside their neighbours as often as the typed ones: each word alone, then all of them.
 */
export function readingsByEar(engine: Engine, words: GuessedWords): CorrectedReading[] {
  const { tokens, typing, unitMask } = words
  const end = typing ? tokens.length - 1 : tokens.length
  const heard: Heard[] = []
  for (let at = 0; at < end; at++) {
    if ((unitMask & (1 << at)) !== 0) continue
    const best = bestAlike(engine, tokens, at)
    if (best !== null) heard.push({ at, ...best })
  }
  heard.sort((a, b) => b.neighbours - a.neighbours)
  const readings = heard.slice(0, READINGS_MAX).map((each) => readingOf(tokens, [each]))
  return heard.length > 1 ? [...readings, readingOf(tokens, heard)] : readings
}

/** The likeliest word that sounds alike; null when the typed one is likelier. */
function bestAlike(engine: Engine, tokens: readonly Token[], at: number) {
  const token = tokens[at]!
  if (isNumber(token) || typeWordBefore(tokens, at + 1) !== null) return null
  const alike = soundAlikes(token.marked).filter(
    (word) => !token.hasMarks || isSpelt(engine, tokenOf(word, '')),
  )
  if (alike.length === 0) return null
  const [best] = byNeighbours(engine, tokens, at, alike)
  const [typed] = byNeighbours(engine, tokens, at, [token.folded])
  return best && best.neighbours > 0 && best.neighbours >= (typed?.neighbours ?? 0) ? best : null
}

function readingOf(tokens: readonly Token[], heard: readonly Heard[]): CorrectedReading {
  const words = new Map(heard.map(({ at, word }) => [at, word]))
  return { tokens: replaced(tokens, words), cost: EAR_COST * heard.length }
}
