import type { Lang } from '../base/lang.ts'
import type { System } from '../convert/units.ts'
import { type LocalDataset, type OpenDataset, openDataset, SEARCH_FILE } from '../dataset.ts'
import { answerTo, type PlaceAnswer } from '../search/model/query.ts'
import { convertedRow } from './convert-row.ts'
import { geocodedRow, NO_CODES, type PlaceCodes } from './geocode-row.ts'
import type { AskAddresses, FileTask } from './row-answer.ts'

/** Parameters common to all addresses of a file. */
export interface Question {
  readonly task: FileTask
  readonly lang: Lang
  /** For `convert`. */
  readonly to: System
}

const NO_MATCH = 'No place matches this address.'
const NO_UNIT = 'This address names no unit, or one that several provinces have.'

/** Answers from the search of a dataset, in the calling thread. */
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
  const codesOf = placeCodes(dataset, lang)
  return (addresses) =>
    addresses.map((address) => {
      const match = dataset.geocode({ address, lang, focus: null })
      if (match === null) return { fault: NO_MATCH }
      const place = answerTo(match.place)
      return geocodedRow({ ...place, ...match, placeId: place.id }, codesOf(place))
    })
}

type CodesOf = (place: PlaceAnswer) => PlaceCodes

function placeCodes(dataset: OpenDataset, lang: Lang): CodesOf {
  const ask: CodesOf = (place) => {
    const units = dataset.unitsOf({ ...place, lang, askedAddress: null })?.units
    return {
      ward: units?.ward?.code ?? NO_CODES.ward,
      province: units?.province?.code ?? NO_CODES.province,
    }
  }
  // By their English names some wards are the same.
  return lang === 'vi' ? oncePerWard(ask) : ask
}

/** There are some thousands of wards. */
function oncePerWard(ask: CodesOf): CodesOf {
  const known = new Map<string, PlaceCodes>()
  return (place) => {
    const name = `${place.ward}, ${place.province}`
    const codes = known.get(name) ?? ask(place)
    known.set(name, codes)
    return codes
  }
}
