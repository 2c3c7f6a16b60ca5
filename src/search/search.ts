import type { Lang } from '../base/lang.ts'
import { IndexAnswers } from './answer/answer-fingerprints.ts'
import { CurrentUnits } from './answer/current-units.ts'
import { openSearchIndex } from './index/layout.ts'
import { Vocabulary } from './index/vocabulary.ts'
import { Intersections } from './interpret/intersections.ts'
import type { Interpreting } from './interpret/meaning.ts'
import { Matcher } from './match/matcher.ts'
import { QueryPlan } from './plan/query-plan.ts'

/** An opened search index with the scratch of its queries; one query at a time. */
export interface Search extends Interpreting {
  readonly answers: Readonly<Record<Lang, IndexAnswers>>
  /** Of the list of predictions that is being made. */
  readonly currentUnits: CurrentUnits
}

/** Opens search.idx over its mapped bytes. Throws `INVALID_DATASET` for anything else. */
export function openSearch(bytes: Uint8Array): Search {
  const index = openSearchIndex(bytes)
  const vocabulary = new Vocabulary(index)
  const plan = new QueryPlan(index, vocabulary)
  const answers = { vi: new IndexAnswers(index, 'vi'), en: new IndexAnswers(index, 'en') }
  const matcher = new Matcher(index, plan)
  const intersections = new Intersections(index, plan)
  const currentUnits = new CurrentUnits(index, answers.vi)
  return { index, vocabulary, plan, matcher, intersections, answers, currentUnits }
}
