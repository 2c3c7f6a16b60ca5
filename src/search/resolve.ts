import { rowOfId } from '../base/id-table.ts'
import type { Lang } from '../base/lang.ts'
import { houseNumberKey } from '../text/house-number.ts'
import { NUMBER_SEPARATOR, numberedAnswer } from './answer/answer.ts'
import { doorsAround, houseAt, houseNumberOf, pointBetween } from './index/houses.ts'
import { NONE, type SearchIndex } from './index/layout.ts'
import { intersectionOfId } from './interpret/intersections.ts'
import { answerTo, type PlaceAnswer, type Shown } from './model/query.ts'
import type { Search } from './search.ts'

/** The place with that id, or null when the dataset has none. */
export function resolve(search: Search, id: string, lang: Lang): PlaceAnswer | null {
  const shown = resolveShown(search, id, lang)
  return shown && answerTo(shown)
}

/** `resolve` without the texts of the answer. */
export function resolveShown(search: Search, id: string, lang: Lang): Shown | null {
  const { index } = search
  const place = placeOfId(index, id)
  if (place !== null) return { answers: search.answers[lang], place }
  const crossing = intersectionOfId(index, id, (each) => placeOfId(index, each), lang)
  if (crossing !== null) return crossing
  // Number 12A of a street, as geocode gave it: `s…~12A`.
  const at = id.lastIndexOf(NUMBER_SEPARATOR)
  const street = at > 0 ? placeOfId(index, id.slice(0, at)) : null
  return street === null ? null : numberOnStreet(search, street, id.slice(at + 1), lang)
}

/** A number of the street, mapped or between two that are; null when it is neither. */
function numberOnStreet(search: Search, street: number, text: string, lang: Lang): Shown | null {
  const { index, answers } = search
  const key = houseNumberKey(text)
  // Only in the form that ids have: `s…~012a` was never given.
  if (key === null || key.toUpperCase() !== text) return null
  const number = houseNumberOf(key)
  const house = houseAt(index, street, number)
  if (house !== NONE) return { answers: answers[lang], place: house }
  const doors = doorsAround(index, street, number)
  return doors && numberedAnswer(index, street, key, pointBetween(index, doors), lang)
}

function placeOfId({ idSlots, strings, id: ids }: SearchIndex, id: string): number | null {
  return rowOfId(idSlots, strings, ids, id)
}
