import type { Lang } from '../base/lang.ts'
import { answersOf } from './answer/answer.ts'
import { Wordings } from './answer/wording.ts'
import { openSearchIndex } from './index/layout.ts'
import { Vocabulary } from './index/vocabulary.ts'
import { Intersections } from './interpret/intersections.ts'
import type { Interpreting } from './interpret/meaning.ts'
import { Matcher } from './match/matcher.ts'
import { Effort } from './model/effort.ts'
import type { Answers } from './model/query.ts'
import { QueryPlan } from './plan/query-plan.ts'

/** An opened search index with the scratch of its queries; one query at a time. */
export interface Search extends Interpreting {
  readonly answers: Readonly<Record<Lang, Answers>>
  readonly wordings: Readonly<Record<Lang, Wordings>>
}

/** Opens search.idx over its mapped bytes. Throws `INVALID_DATASET` for anything else. */
export function openSearch(bytes: Uint8Array): Search {
  const index = openSearchIndex(bytes)
  const vocabulary = new Vocabulary(index)
  const plan = new QueryPlan(index, vocabulary)
  const answers = { vi: answersOf(index, 'vi'), en: answersOf(index, 'en') }
  const effort = new Effort()
  const matcher = new Matcher(index, plan, effort)
  const intersections = new Intersections(index, plan, effort)
  const wordings = { vi: new Wordings(), en: new Wordings() }
  return { index, vocabulary, plan, effort, matcher, intersections, answers, wordings }
}
