import type { Lang } from '../base/lang.ts'
import { IndexAnswers } from './answer/answer-fingerprints.ts'
import { UnitsToday } from './answer/current-units.ts'
import { openSearchIndex, type SearchIndex } from './index/layout.ts'
import { Vocabulary } from './index/vocabulary.ts'
import { Crossings } from './interpret/intersections.ts'
import { Matcher } from './match/matcher.ts'
import { QueryPlan } from './plan/query-plan.ts'

/** An opened search index with the scratch of its queries; one query at a time. */
export interface Search {
  readonly index: SearchIndex
  readonly vocabulary: Vocabulary
  readonly plan: QueryPlan
  /** Matches what `plan` has read. */
  readonly matcher: Matcher
  /** Finds crossings of streets; reads the plan anew. */
  readonly crossings: Crossings
  readonly answers: Readonly<Record<Lang, IndexAnswers>>
  /** Of the list of predictions that is being made. */
  readonly unitsToday: UnitsToday
}

/** Opens search.idx over its mapped bytes. Throws `INVALID_DATASET` for anything else. */
export function openSearch(bytes: Uint8Array): Search {
  const index = openSearchIndex(bytes)
  const vocabulary = new Vocabulary(index)
  const plan = new QueryPlan(index, vocabulary)
  const answers = { vi: new IndexAnswers(index, 'vi'), en: new IndexAnswers(index, 'en') }
  const matcher = new Matcher(index, plan)
  const crossings = new Crossings(index, plan)
  const unitsToday = new UnitsToday(index, answers.vi)
  return { index, vocabulary, plan, matcher, crossings, answers, unitsToday }
}
