import type { Place } from '../src/search/model/place.ts'
import { foldText } from '../src/text/fold.ts'
import { evaluationPlaces } from './dataset.ts'
import { FORMS, type FormerUnits, type Subject } from './forms.ts'
import { randomFrom, shuffled } from './random.ts'
import { initials } from './wording.ts'

/*
 * Writes eval/pairs.tsv: questions in every form of forms.ts, each with the place that answers it.
 * A seed decides which places are asked for; the file is committed.
 *
 *   bun eval/pairs.ts
 */

export const PAIRS_FILE = `${import.meta.dir}/pairs.tsv`
const SEED = 20261120
/** Where few places suit a form, each is asked for in several wordings of it. */
const ROUNDS_MAX = 8

export function subjectsOf(places: readonly Place[]): Subject[] {
  const byId = new Map(places.map((place) => [place.id as string, place]))
  const names = new Map<string, number>()
  for (const place of places) {
    countIn(names, told(place))
  }
  const areas = new Set(places.filter(({ kind }) => kind !== 'poi').map(({ name }) => bare(name)))
  const formerOf = formerUnits(places, byId)
  /** Streets of one name in one former district. */
  const sections = new Map<string, number>()
  const section = ({ name, wardId }: Place) =>
    `${bare(name)}|${formerOf.get(wardId ?? '')?.district}`
  /** Streets of a ward with one set of initials. */
  const initialled = new Map<string, number>()
  const initialsOf = ({ name, wardId }: Place) => `${initials(name)}|${wardId}`
  for (const place of places) {
    if (place.kind !== 'street') continue
    countIn(sections, section(place))
    countIn(initialled, initialsOf(place))
  }
  return places.flatMap((place) => {
    const ward = byId.get((place.kind === 'ward' ? place.id : place.wardId) ?? '')
    const province = byId.get(place.provinceId ?? '')
    // What names do not tell apart is not asked for: a street that is mapped twice, a place of
    // interest that is called as another one, or as a ward or street.
    const isTold = place.name === '' || names.get(told(place)) === 1
    const isArea = place.kind === 'poi' && areas.has(bare(place.name))
    if (!ward || !province || !isTold || isArea) return []
    const street = byId.get(place.streetId ?? '')?.name ?? ''
    const former = formerOf.get(ward.id) ?? null
    const isOneSection = sections.get(section(place)) === 1
    const hasOwnInitials = initialled.get(initialsOf(place)) === 1
    const around = { street, ward: ward.name, province: province.name, former }
    return [{ place, ...around, isOneSection, hasOwnInitials }]
  })
}

/**
 * By ward of today: a former one that it took over whole, of its own name where there is one, if
 * all of them lay in one district. Which of them a house stood in, the data does not say.
 */
function formerUnits(
  places: readonly Place[],
  byId: ReadonlyMap<string, Place>,
): ReadonlyMap<string, FormerUnits> {
  const units = new Map<string, FormerUnits>()
  const mixed = new Set<string>()
  for (const { kind, name, successorIds, formerParentId, provinceId } of places) {
    const district = byId.get(formerParentId ?? '')
    const [ward] = successorIds
    if (kind !== 'ward' || ward === undefined || !district) continue
    const known = units.get(ward)
    if (known && known.district !== district.name) mixed.add(ward)
    if (successorIds.length > 1 || (known && bare(known.ward) === bare(byId.get(ward)?.name ?? '')))
      continue
    const then = byId.get(district.formerParentId ?? '')
    const province = then && then.id !== provinceId ? then.name : null
    units.set(ward, { ward: name, district: district.name, province })
  }
  for (const ward of mixed) units.delete(ward)
  return units
}

function countIn(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** The name without what may be left out of it: `Ngách 32/57 An Dương`, with `Phố` or without. */
function bare(name: string): string {
  const street = name.replace(UNIT_WORD, '').replace(STREET_WORD, '$1')
  return foldText(street.replace(/Ngách (\d+) Ngõ (\d+)/u, 'Ngách $2/$1'))
}

const UNIT_WORD = /^(?:Tỉnh|Thành phố|Quận|Huyện|Thị xã|Thị trấn|Phường|Xã|Đặc khu) /u
const STREET_WORD = /(^| )(?:Đường|Phố|Đại lộ) /gu

/** By what a place is told from others: streets and units by where they are, too. */
function told({ kind, name, wardId, formerParentId }: Place): string {
  return kind === 'poi' ? foldText(name) : [kind, bare(name), wardId, formerParentId].join('|')
}

async function main(): Promise<void> {
  const subjects = subjectsOf(await evaluationPlaces())
  const rows = ['form\tquality\tquestion\tplace']
  for (const [i, form] of FORMS.entries()) {
    // A seed a form: a change of one leaves the pairs of the others as they are.
    const random = randomFrom(SEED + i)
    const asked = new Set<string>()
    const accepted = shuffled(subjects.filter(form.accepts), random)
    for (let round = 0; round < ROUNDS_MAX; round++) {
      for (const subject of accepted) {
        if (asked.size === form.pairs) break
        const question = form.question(subject, random)
        if (question === null || /[\t\n]/.test(question) || asked.has(question)) continue
        rows.push([form.name, form.quality, question, subject.place.id].join('\t'))
        asked.add(question)
      }
    }
  }
  await Bun.write(PAIRS_FILE, `${rows.join('\n')}\n`)
  console.log(`${rows.length - 1} pairs in ${FORMS.length} forms.`)
}

if (import.meta.main) await main()
