import { entries } from './lexicon/concept.ts'
import { PLACES } from './lexicon/places.ts'
import { roleOf } from './roles.ts'
import { anyHas, type Token, tokenize, tokenOf } from './tokens.ts'
import { tableOf, wordsAt } from './word-table.ts'

/*
 * Common words for kinds of places, rewritten as names on maps and signs have them:
 * `cây xăng số 14` is the CHXD số 14, `uỷ ban phường 5` the UBND phường 5.
 */

const LINES = tableOf(
  PLACES.filter(({ named }) => named !== undefined).map((concept) => ({
    words: [concept.words, concept.english, concept.asked, concept.said]
      .filter((list) => list !== undefined)
      .join(', '),
    names: entries(concept.named).map((name) => tokenize(name)),
  })),
)

/** The first word of what a kind is called. */
const BEGINS_KIND = roleOf(LINES.keys())

/**
 * The tokens with the first word for a kind as names have it, the likelier first; nearly always
 * none.
 */
export function kindReadings(tokens: readonly Token[]): Token[][] {
  if (!anyHas(tokens, BEGINS_KIND)) return []
  for (let at = 0; at < tokens.length; at++) {
    const found = tokens[at]!.has(BEGINS_KIND) ? wordsAt(LINES, tokens, at) : null
    if (found === null) continue
    const isMarked = tokens.slice(at, found.end).some(({ hasMarks }) => hasMarks)
    return found.means.names
      .filter((name) => !startsAt(tokens, at, name))
      .map((name) => [
        ...tokens.slice(0, at),
        ...name.map((token, i) => {
          const before = i === 0 ? tokens[at]!.before : ' '
          return isMarked ? token.behind(before) : tokenOf(token.folded, before)
        }),
        ...tokens.slice(found.end),
      ])
  }
  return []
}

/** Whether the text has these words there already: `uỷ ban nhân dân` is no `uỷ ban`. */
function startsAt(tokens: readonly Token[], at: number, name: readonly Token[]): boolean {
  return name.every(({ folded }, i) => tokens[at + i]?.folded === folded)
}
