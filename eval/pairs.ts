import type { Place } from '../src/search/place.ts'
import { foldText } from '../src/text/fold.ts'
import { evaluationPlaces } from './dataset.ts'
import { FORMS, type Subject } from './forms.ts'
import { randomFrom, shuffled } from './random.ts'

/*
 * Writes eval/pairs.tsv: questions in every form of forms.ts, each with the place that answers it.
 * A seed decides which places are asked for; the file is committed.
 *
 *   bun eval/pairs.ts
 */

export const PAIRS_FILE = `${import.meta.dir}/pairs.tsv`
const SEED = 20261120

function subjectsOf(places: readonly Place[]): Subject[] {
  const byId = new Map(places.map((place) => [place.id as string, place]))
  const names = new Map<string, number>()
  for (const place of places) {
    const name = foldText(place.name)
    names.set(name, (names.get(name) ?? 0) + 1)
  }
  const formerOf = new Map<string, { ward: string; district: string }>()
  for (const { kind, name, successorIds, formerParentId } of places) {
    const district = byId.get(formerParentId ?? '')
    const isWhole = kind === 'ward' && successorIds.length === 1
    if (isWhole && district) formerOf.set(successorIds[0]!, { ward: name, district: district.name })
  }
  return places.flatMap((place) => {
    const ward = byId.get((place.kind === 'ward' ? place.id : place.wardId) ?? '')
    const province = byId.get(place.provinceId ?? '')
    // A place of interest is asked for by name alone only where that name is its own.
    const isTold = place.kind !== 'poi' || names.get(foldText(place.name)) === 1
    if (!ward || !province || !isTold) return []
    const street = byId.get(place.streetId ?? '')?.name ?? ''
    const former = formerOf.get(ward.id) ?? null
    return [{ place, street, ward: ward.name, province: province.name, former }]
  })
}

async function main(): Promise<void> {
  const subjects = subjectsOf(await evaluationPlaces())
  const random = randomFrom(SEED)
  const rows = ['form\tquality\tquestion\tplace']
  for (const form of FORMS) {
    let written = 0
    for (const subject of shuffled(subjects.filter(form.accepts), random)) {
      if (written === form.pairs) break
      const question = form.question(subject, random)
      if (question === null || /[\t\n]/.test(question)) continue
      rows.push([form.name, form.quality, question, subject.place.id].join('\t'))
      written++
    }
  }
  await Bun.write(PAIRS_FILE, `${rows.join('\n')}\n`)
  console.log(`${rows.length - 1} pairs in ${FORMS.length} forms.`)
}

if (import.meta.main) await main()
