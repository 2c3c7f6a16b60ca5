import { stringAt } from '../../base/string-pool.ts'
import { isFormer, type SearchIndex } from '../index/layout.ts'
import { PLACE_KINDS } from '../model/place.ts'

const PROVINCE = PLACE_KINDS.indexOf('province')

/** Whether a unit is one of the provinces of today. */
export function isLivingProvince(index: SearchIndex, unit: number): boolean {
  return index.kind[unit] === PROVINCE && !isFormer(index, unit)
}

/** Of each unit the former units that it took over whole or in part. */
export function predecessorsOf({ units, successorFirst, successors }: SearchIndex): number[][] {
  const predecessors = Array.from({ length: units }, (): number[] => [])
  for (let unit = 0; unit < units; unit++) {
    const end = successorFirst[unit + 1]!
    for (let i = successorFirst[unit]!; i < end; i++) predecessors[successors[i]!]!.push(unit)
  }
  return predecessors
}

/** Uint8[units]: 1 for provinces that are no cities. */
export function ruralProvincesOf({ kind: kinds, units, name, strings }: SearchIndex): Uint8Array {
  return Uint8Array.from(kinds.subarray(0, units), (kind, unit) =>
    Number(kind === PROVINCE && stringAt(strings, name[unit]!).startsWith('Tỉnh ')),
  )
}
