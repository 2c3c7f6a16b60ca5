import type { Tags } from '../../base/tags.ts'
import { type Names, namesOf } from './names.ts'

/** `place=*` where people live, from the greatest. Islands and squares are POIs (poi-tags.ts). */
export const SETTLEMENTS = [
  'city',
  'town',
  'suburb',
  'borough',
  'village',
  'quarter',
  'neighbourhood',
  'hamlet',
  'isolated_dwelling',
  'farm',
] as const
export type Settlement = (typeof SETTLEMENTS)[number]

export interface SettlementMeaning {
  readonly settlement: Settlement
  readonly names: Names
}

/** Null for other objects, and without a name. */
export function settlementMeaning(tags: Tags): SettlementMeaning | null {
  const settlement = SETTLEMENTS.find((known) => known === tags['place'])
  if (settlement === undefined) return null
  const names = namesOf(tags)
  return names.name === '' ? null : { settlement, names }
}
