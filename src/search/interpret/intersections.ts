import { firstReached } from '../../base/binary-search.ts'
import type { Lang } from '../../base/lang.ts'
import { stringAt } from '../../base/string-pool.ts'
import { distanceM } from '../../geo/distance.ts'
import { E7, type Point } from '../../geo/point.ts'
import { crossingReadings, joinsBySign, mayTellCrossing } from '../../text/crossing-words.ts'
import { writtenOut } from '../../text/short-forms.ts'
import { TOKENS_MAX, type Token, tokenize } from '../../text/tokens.ts'
import { foldedSpan } from '../../text/words.ts'
import { intersectionAnswer } from '../answer/answer.ts'
import { Context } from '../context/context.ts'
import { CROSSING_COLUMNS, CROSSING_M, NONE, type SearchIndex } from '../index/layout.ts'
import { bearsName } from '../index/lookup.ts'
import { withoutTypeWord } from '../index/search-names.ts'
import { firstOf } from '../match/engine.ts'
import type { Effort } from '../model/effort.ts'
import type { Match } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { PlaceAnswer, Query } from '../model/query.ts'
import {
  COVERAGE_FULL,
  FOCUS_HALF_M,
  INTERSECTION_FOCUS,
  INTERSECTION_PLACE,
  INTERSECTION_SPELLING,
  INTERSECTION_UNSAID,
} from '../model/score-weights.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { lowestBit } from '../plan/token-mask.ts'

const STREET = PLACE_KINDS.indexOf('street')
const POI = PLACE_KINDS.indexOf('poi')

/** Instead of the span of the second street, where the text does not name it yet. */
const ANY = -1

/** Between the ids of the two streets of a crossing, and its number where they have several. */
const CROSSING_SEPARATOR = '*'

/** A crossing that a text asks for. */
export interface FoundIntersection {
  /** Its row in the index. */
  readonly row: number
  /** The tokens that were matched: without the words for a crossing. */
  readonly tokens: readonly Token[]
  /** The tokens that it explains, as bits. */
  readonly mask: number
  /** Share of the tokens' weight that it explains, 0..1. */
  readonly coverage: number
  readonly score: number
}

/** Crossings kept to be ordered: a street name of many towns has hundreds. */
const FOUND_MAX = 48

/** Whether no crossing need be looked for: a place explains all, and has that whole name. */
export function isNoIntersection(
  index: SearchIndex,
  { text, tokens }: Query,
  best: Match | undefined,
): boolean {
  if (!best || best.coverage < COVERAGE_FULL) return false
  if (best.missing > 0) return !mayTellCrossing(text, tokens)
  // `Giảng Võ & Ngọc Khánh` is no street in a unit called like the other.
  return !joinsBySign(text) || index.kind[best.place] === POI
}

/** Finds crossings of two streets. Reuses the plan of its search, which each query reads anew. */
export class Intersections {
  private readonly index: SearchIndex
  private readonly plan: QueryPlan
  private readonly effort: Effort
  private readonly context: Context
  private found: FoundIntersection[] = []
  private focus: Point | null = null
  /** The first token of the second street; 0 where it may be any behind the first street. */
  private seam = 0

  constructor(index: SearchIndex, plan: QueryPlan, effort: Effort) {
    this.effort = effort
    this.index = index
    this.plan = plan
    this.context = new Context(index)
  }

  /**
   * The crossings that a text asks for, best first; none where it asks for no crossing, or for one
   * of streets that do not meet, or where a place explains more. `placeCoverage`: that of the best
   * place. While the query is typed, the second street may be only begun, or be any.
   */
  find(query: Query, placeCoverage: number): readonly FoundIntersection[] {
    const { typing } = query
    this.focus = query.focus
    for (const { tokens, seam } of crossingReadings(firstOf(query.tokens))) {
      if (this.effort.isSpent) break
      const [first, second] = [tokens.slice(0, seam), tokens.slice(seam)].map(asWritten)
      this.found = []
      this.seam = first!.length
      this.plan.read([...first!, ...second!].slice(0, TOKENS_MAX), typing)
      this.context.read(this.plan)
      this.findAll()
      // A text without words for a crossing is one only if no place explains as much.
      const coverageMin = seam === 0 ? placeCoverage : placeCoverage + INTERSECTION_UNSAID
      const fitting = this.found.filter(({ coverage }) => coverage >= coverageMin)
      if (fitting.length > 0) return this.bestOfEach(fitting)
    }
    return []
  }

  /** Finds crossings of a street that the text begins with, and one that follows it. */
  private findAll(): void {
    const { plan, seam } = this
    for (let span = 0; span < plan.spans; span++) {
      const mask = plan.maskOf(span, STREET)
      if (plan.spanIsPrefix[span] !== 0 || lowestBit(mask) !== 1) continue
      const end = 32 - Math.clz32(mask)
      if (seam > 0 && end !== seam) continue
      // While the query is typed, the second street may still come.
      if (end === plan.tokens.length && plan.typing) this.findOf(span, ANY)
      for (let next = 0; next < plan.spans; next++) {
        const nextMask = plan.maskOf(next, STREET) & ~mask
        const isNext = plan.spanFirst[next]! >= end && lowestBit(nextMask) === 1 << end
        if (isNext) this.findOf(span, next)
      }
    }
  }

  private findOf(span: number, next: number): void {
    const { index } = this
    const { streetFirst, streets } = index
    const name = this.plan.spanFrom[span]!
    for (let i = streetFirst[name]!; i < streetFirst[name + 1]!; i++) {
      const street = streets[i]!
      const from = firstCrossing(index, street)
      if (streetAt(index, from) !== street) continue
      const isSpelt = this.isSpeltAs(street, span)
      for (let row = from; streetAt(index, row) === street; row++) {
        if (this.isCalled(otherAt(index, row), next)) this.score(row, span, next, isSpelt)
      }
    }
  }

  private score(row: number, span: number, next: number, isFirstSpelt: boolean): void {
    const { plan, context, index, effort } = this
    effort.crossing()
    const [street, other] = [streetAt(index, row), otherAt(index, row)]
    const namesMask = plan.maskOf(span, STREET) | (next === ANY ? 0 : plan.maskOf(next, STREET))
    const streetMask = namesMask | context.maskOf(street)
    const mask = streetMask | context.maskOf(other)
    const coverage = plan.shareOf(mask)
    const isSpelt = isFirstSpelt && this.isSpeltAs(other, next)
    const nearness = this.focus ? FOCUS_HALF_M / (FOCUS_HALF_M + this.metresTo(row, this.focus)) : 0
    const bonus =
      (isSpelt ? INTERSECTION_SPELLING : 0) +
      INTERSECTION_FOCUS * nearness +
      INTERSECTION_PLACE * plan.shareOf(streetMask)
    this.keep({ row, tokens: plan.tokens, mask, coverage, score: coverage + bonus })
  }

  /** Of equals the first stays first: streets, and those they meet, come by descending worth. */
  private keep(crossing: FoundIntersection): void {
    const { found } = this
    let at = found.length
    while (at > 0 && found[at - 1]!.score < crossing.score) at--
    if (at === FOUND_MAX) return
    found.splice(at, 0, crossing)
    found.length = Math.min(found.length, FOUND_MAX)
  }

  /** The crossings, best first, each once: a street may be several places, by its wards. */
  private bestOfEach(found: readonly FoundIntersection[]): readonly FoundIntersection[] {
    const taken: FoundIntersection[] = []
    for (const crossing of found) {
      if (!taken.some((better) => this.isOne(better.row, crossing.row))) taken.push(crossing)
    }
    return taken
  }

  private isOne(a: number, b: number): boolean {
    const { index } = this
    if (a === b) return true
    const { name } = index
    if (name[streetAt(index, a)] !== name[streetAt(index, b)]) return false
    if (name[otherAt(index, a)] !== name[otherAt(index, b)]) return false
    return distanceM(intersectionPoint(index, a), intersectionPoint(index, b)) < CROSSING_M
  }

  /** Whether the street bears the name that a span is, or that it begins. */
  private isCalled(street: number, span: number): boolean {
    const { plan, index } = this
    if (span === ANY) return true
    if (plan.spanIsPrefix[span] === 0) return bearsName(index, street, plan.spanFrom[span]!)
    const typed = foldedSpan(plan.tokens, plan.spanFirst[span]!, plan.spanEnd[span]!)
    return this.foldedNames(index.name[street]!).some((name) => name.startsWith(typed))
  }

  /** A name, and the name without the word for streets. */
  private foldedNames(name: number): readonly string[] {
    const tokens = tokenize(stringAt(this.index.strings, name))
    return [tokens, withoutTypeWord(tokens, 'street')].map((each) =>
      foldedSpan(each, 0, each.length),
    )
  }

  /** Whether the words and marks that were typed are those of the name that is shown. */
  private isSpeltAs(street: number, span: number): boolean {
    const { plan } = this
    if (span === ANY) return true
    const name = tokenize(this.nameOf(street))
    const end = plan.spanEnd[span]! - (plan.spanIsPrefix[span] === 0 ? 0 : 1)
    return plan.tokens.slice(plan.spanFirst[span], end).every(({ hasMarks, folded, marked }) => {
      return name.some((word) => (hasMarks ? word.marked === marked : word.folded === folded))
    })
  }

  private metresTo(row: number, focus: Point): number {
    return distanceM(focus, intersectionPoint(this.index, row))
  }

  private nameOf(street: number): string {
    return stringAt(this.index.strings, this.index.name[street]!)
  }
}

function asWritten(tokens: readonly Token[]): readonly Token[] {
  return writtenOut(tokens) ?? tokens
}

/** The first crossing of the street; that of the next if it has none. */
function firstCrossing({ crossings }: SearchIndex, street: number): number {
  const streetOf = (row: number) => crossings[CROSSING_COLUMNS * row]!
  return firstReached(0, crossings.length / CROSSING_COLUMNS, (row) => streetOf(row) >= street)
}

export function intersectionPoint({ crossings }: SearchIndex, row: number): Point {
  const at = CROSSING_COLUMNS * row
  return { lon: crossings[at + 2]! / E7, lat: crossings[at + 3]! / E7 }
}

/** The street of a row, or NONE behind the last. */
function streetAt({ crossings }: SearchIndex, row: number): number {
  return crossings[CROSSING_COLUMNS * row] ?? NONE
}

function otherAt({ crossings }: SearchIndex, row: number): number {
  return crossings[CROSSING_COLUMNS * row + 1] ?? NONE
}

/** The crossing as an answer shows it. */
export function intersectionAt(index: SearchIndex, row: number, lang: Lang): PlaceAnswer {
  const [street, other] = [streetAt(index, row), otherAt(index, row)]
  const number = 1 + row - firstOfPair(index, street, other)
  const ids = [street, other].map((place) => stringAt(index.strings, index.id[place]!))
  const id = [...ids, ...(number > 1 ? [number] : [])].join(CROSSING_SEPARATOR)
  return intersectionAnswer(index, { street, other, id, at: intersectionPoint(index, row) }, lang)
}

/** The crossing of an id that `intersectionAt` gave; null where the two streets do not meet. */
export function intersectionOfId(
  index: SearchIndex,
  id: string,
  placeOfId: (id: string) => number | null,
  lang: Lang,
): PlaceAnswer | null {
  const [streetId = '', otherId = '', number = '1', ...more] = id.split(CROSSING_SEPARATOR)
  const [street, other] = [placeOfId(streetId), placeOfId(otherId)]
  if (street === null || other === null || more.length > 0 || !/^[1-9]\d?$/.test(number))
    return null
  const row = firstOfPair(index, street, other) + Number(number) - 1
  const isOfBoth = streetAt(index, row) === street && otherAt(index, row) === other
  return isOfBoth ? intersectionAt(index, row, lang) : null
}

/** The first crossing of a street with that other, or where it would stand. */
function firstOfPair(index: SearchIndex, street: number, other: number): number {
  let row = firstCrossing(index, street)
  while (streetAt(index, row) === street && otherAt(index, row) < other) row++
  return row
}
