import { answerOf } from './answer.ts'
import { placeOfId } from './ids.ts'
import type { Lang, PlaceAnswer } from './query.ts'
import type { Search } from './search.ts'

/** The place with that id, or null when the dataset has none. */
export function resolve(search: Search, id: string, lang: Lang): PlaceAnswer | null {
  const place = placeOfId(search.index, id)
  return place === null ? null : answerOf(search.index, place, lang)
}
