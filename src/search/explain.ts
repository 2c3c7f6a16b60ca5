import type { Point } from '../geo/point.ts'
import type { Token } from '../text/tokens.ts'
import { foldedSpan } from '../text/words.ts'
import { answerOf } from './answer/answer.ts'
import { geocode } from './geocode.ts'
import { kindOf } from './index/layout.ts'
import type { Reading } from './interpret/interpret.ts'
import { matchesOf, type Rule } from './interpret/interpretation.ts'
import { meaningOf } from './interpret/meaning.ts'
import { matchTokens } from './match/engine.ts'
import type { Candidate, Match, MatchLevel, NumberMatch } from './model/match.ts'
import type { PlaceKind } from './model/place.ts'
import { parse } from './model/query.ts'
import { type Scorer, TERMS, type Trace, type Verdict } from './score/score.ts'
import type { Search } from './search.ts'

const MATCHES = 8
/** Refused candidates of each verdict that are shown. */
const REFUSED_MAX = 3

/** The steps from a query to its answers, for `saola explain`. */
export interface Explanation {
  readonly text: string
  readonly tokens: readonly string[]
  /** In the order in which they were tried. */
  readonly interpretations: readonly ExplainedInterpretation[]
  /** The scored candidates of the interpretations that were taken, best first. */
  readonly candidates: readonly ExplainedCandidate[]
  readonly refused: readonly RefusedCandidates[]
  /** How many places were left out, as none of them could be among the best. */
  readonly pruned: number
  /** The answers, best first: places beside a landmark go before others. */
  readonly matches: readonly ExplainedMatch[]
  /** How many crossings of two streets are answered before all of these. */
  readonly intersections: number
  /** The answer of `geocode`; null where it has none, and for a text that is still typed. */
  readonly geocoded: ExplainedAnswer | null
}

interface ExplainedAnswer {
  readonly address: string
  readonly matchLevel: MatchLevel
  readonly confidence: number
}

interface ExplainedInterpretation {
  readonly rule: Rule
  readonly tokens: string
  readonly cost: number
  readonly coverage: number
  readonly score: number
  readonly best: string | null
  readonly isTaken: boolean
}

interface ExplainedMatch {
  readonly address: string
  readonly kind: PlaceKind
  readonly coverage: number
  readonly missing: number
  readonly score: number
}

interface ExplainedCandidate extends ExplainedMatch {
  readonly explained: string
  readonly number: NumberMatch
  /** Points beyond coverage, by the names of their terms; without those that are 0. */
  readonly terms: Readonly<Record<string, number>>
}

interface RefusedCandidates {
  readonly verdict: Verdict
  readonly count: number
  readonly examples: readonly string[]
}

/** Answers a text and records the steps. `typing`: whether it is read as autocomplete does. */
export function explain(
  search: Search,
  text: string,
  typing: boolean,
  focus: Point | null,
): Explanation {
  const query = parse(text, typing, focus)
  const attempts: Reading[] = []
  const meaning = meaningOf(search, query, MATCHES, attempts)
  const seen = new SeenCandidates(search)
  for (const each of meaning.reading.interpretations) {
    const { tokens } = matchesOf(search, query, each, MATCHES)
    seen.begin(tokens)
    matchTokens(search, query, tokens, MATCHES, seen)
  }
  return {
    text,
    tokens: query.tokens.map(({ marked }) => marked),
    interpretations: attempts.map((each) => explainedAttempt(search, each, meaning.reading)),
    candidates: seen.best(),
    refused: seen.refused(),
    pruned: seen.prunedPlaces,
    matches: meaning.matches.map((match) => explainedMatch(search, match)),
    intersections: meaning.intersections.length,
    geocoded: typing ? null : explainedAnswer(search, text, focus),
  }
}

function explainedAnswer(
  search: Search,
  address: string,
  focus: Point | null,
): ExplainedAnswer | null {
  const answer = geocode(search, { address, focus, lang: 'vi' })
  if (answer === null) return null
  const { place, matchLevel, confidence } = answer
  return { address: place.address, matchLevel, confidence }
}

function explainedAttempt(
  search: Search,
  { interpretations: [each], matches: [best] }: Reading,
  { interpretations }: Reading,
): ExplainedInterpretation {
  return {
    rule: each!.rule,
    tokens: wordsOf(each!.tokens),
    cost: each!.cost,
    coverage: best?.coverage ?? 0,
    score: best?.score ?? 0,
    best: best ? answerOf(search.index, best.place, 'vi').address : null,
    isTaken: interpretations.includes(each!),
  }
}

function explainedMatch({ index }: Search, match: Match): ExplainedMatch {
  const { place, coverage, missing, score } = match
  const { address } = answerOf(index, place, 'vi')
  return { address, kind: kindOf(index, place), coverage, missing, score }
}

/** Gathers the candidates of a query as they are scored. */
class SeenCandidates implements Trace {
  prunedPlaces = 0
  private readonly search: Search
  private tokens: readonly Token[] = []
  /** By place: its candidate with the highest score. */
  private readonly scored = new Map<number, ExplainedCandidate>()
  private readonly unscored = new Map<Verdict, number[]>()

  constructor(search: Search) {
    this.search = search
  }

  /** The candidates that follow are of these tokens. */
  begin(tokens: readonly Token[]): void {
    this.tokens = tokens
  }

  candidate({ place: named }: Candidate, verdict: Verdict, { scored, terms }: Scorer): void {
    if (verdict !== 'scored' || scored.place < 0) {
      this.unscored.set(verdict, [...(this.unscored.get(verdict) ?? []), named])
      return
    }
    const { place, score } = scored
    if ((this.scored.get(place)?.score ?? Number.NEGATIVE_INFINITY) >= score) return
    this.scored.set(place, {
      ...explainedMatch(this.search, scored),
      explained: wordsOf(this.tokens.filter((_, i) => (scored.mask & (1 << i)) !== 0)),
      number: scored.numberMatch,
      terms: Object.fromEntries(
        TERMS.map((name, i): [string, number] => [name, terms[i]!]).filter(([, points]) => points),
      ),
    })
  }

  pruned(places: number): void {
    this.prunedPlaces += places
  }

  best(): ExplainedCandidate[] {
    return [...this.scored.values()].sort((a, b) => b.score - a.score).slice(0, MATCHES)
  }

  refused(): RefusedCandidates[] {
    return Array.from(this.unscored, ([verdict, places]) => ({
      verdict,
      count: places.length,
      examples: [...new Set(places)]
        .slice(0, REFUSED_MAX)
        .map((place) => answerOf(this.search.index, place, 'vi').address),
    }))
  }
}

function wordsOf(tokens: readonly Token[]): string {
  return foldedSpan(tokens, 0, tokens.length)
}
