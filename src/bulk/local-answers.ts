import type { Lang } from '../base/lang.ts'
import { readUnits, type System } from '../convert/units.ts'
import { type LocalDataset, openDataset, SEARCH_FILE } from '../dataset.ts'
import { answerTo } from '../search/model/query.ts'
import { convertedRow } from './convert-row.ts'
import { geocodedRow, UnitCodes } from './geocode-row.ts'
import type { AskAddresses, FileTask } from './row-answer.ts'

/** What every address of a file is asked for. */
export interface Question {
  readonly task: FileTask
  readonly lang: Lang
  /** For `convert`. */
  readonly to: System
}

export const NO_MATCH = 'No place matches this address.'
export const NO_UNIT = 'The address names no unit.'

/** Answers from the search of a dataset, in the thread that asks. */
export function askDataset(local: LocalDataset, question: Question): AskAddresses {
  const { task, lang, to } = question
  const dataset = openDataset({ ...local, files: [SEARCH_FILE] }, () => {})
  if (task === 'convert') {
    return (addresses) =>
      addresses.map((address) => {
        const found = dataset.convert({ address, to, lang })
        return found === null ? { fault: NO_UNIT } : convertedRow(found, to)
      })
  }
  const codes = new UnitCodes(readUnits().units, lang)
  return (addresses) =>
    addresses.map((address) => {
      const match = dataset.geocode({ address, lang, focus: null })
      if (match === null) return { fault: NO_MATCH }
      const { id: placeId, ...place } = answerTo(match.place)
      return geocodedRow({ ...place, ...match, placeId }, codes)
    })
}
