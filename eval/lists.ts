import type { Place } from '../src/search/model/place.ts'
import { soundAlikes } from '../src/text/ear.ts'
import { foldText, withoutMarks } from '../src/text/fold.ts'
import { tokenize } from '../src/text/tokens.ts'
import { evaluationPlaces } from './dataset.ts'
import { randomFrom, shuffled } from './random.ts'
import { shortDistrict, shortWard } from './wording.ts'

/*
 * Writes eval/lists.tsv: addresses as lists of customers have them, most of which name a street that
 * the extract does not have. Each has the ids of the places that answer it: the smallest unit that is
 * named, or the street or door where that is mapped; so no form is bought by breaking its reverse.
 *
 *   bun eval/lists.ts
 */

export const LISTS_FILE = `${import.meta.dir}/lists.tsv`
const SEED = 20261125
const STREETS_OF_MANY_TOWNS = 3

/** A question, and the places that answer it. */
interface Asked {
  readonly question: string
  readonly wanted: readonly Place[]
}

interface ListForm {
  readonly name: string
  readonly quality: 'clean' | 'noisy'
  readonly count: number
  /** Questions to draw from; the first so many different ones are taken. */
  questions(country: Country, random: () => number): Iterable<Asked>
}

/** What is known of the units and streets of the extract. */
class Country {
  readonly byId: ReadonlyMap<string, Place>
  readonly districts: readonly Place[]
  readonly formerWards: readonly Place[]
  readonly wards: readonly Place[]
  readonly houses: readonly Place[]
  readonly streets: readonly Place[]
  /** Names of streets that many provinces have. */
  readonly commonStreets: readonly string[]
  /** By ward: the folded names of its streets, without their kind. */
  private readonly streetsIn = new Map<string, Set<string>>()
  private readonly unitNames: ReadonlySet<string>

  constructor(places: readonly Place[]) {
    this.byId = new Map(places.map((place) => [place.id as string, place]))
    const units = (kind: Place['kind'], isFormer: boolean) =>
      places.filter((place) => place.kind === kind && place.successorIds.length > 0 === isFormer)
    this.districts = units('district', true)
    this.formerWards = units('ward', true).filter(({ formerParentId }) => formerParentId !== null)
    this.wards = units('ward', false)
    this.streets = places.filter(({ kind, wardId }) => kind === 'street' && wardId !== null)
    this.houses = places.filter(
      ({ kind, houseNumber, wardId, streetId }) =>
        kind === 'house' && wardId && streetId && /^\d+[A-Z]?$/.test(houseNumber ?? ''),
    )
    this.unitNames = new Set(
      places.filter(({ kind }) => kind === 'ward' || kind === 'district').map((p) => bare(p.name)),
    )
    const provinces = new Map<string, Set<string | null>>()
    for (const { name, wardId, provinceId } of this.streets) {
      if (wardId === null) continue
      this.streetsIn.set(wardId, (this.streetsIn.get(wardId) ?? new Set()).add(bare(name)))
      provinces.set(bare(name), (provinces.get(bare(name)) ?? new Set()).add(provinceId))
    }
    const common = this.streets.filter(({ name }) => {
      const isLong = name.split(' ').length > 1 && !/\d/.test(name)
      return isLong && (provinces.get(bare(name))?.size ?? 0) >= STREETS_OF_MANY_TOWNS
    })
    this.commonStreets = [...new Set(common.map(({ name }) => withoutKind(name)))]
  }

  /** A street of many towns that none of the wards has, and no unit in them is called. */
  unmappedIn(wards: readonly Place[], random: () => number): string | null {
    const names = shuffled(this.commonStreets, random)
    const isNowhere = (name: string) =>
      !this.unitNames.has(bare(name)) &&
      wards.every(({ id }) => !this.streetsIn.get(id)?.has(bare(name)))
    return names.find(isNowhere) ?? null
  }

  /** The wards of today in a former unit. */
  wardsOf({ successorIds }: Place): Place[] {
    return successorIds.flatMap((id) => this.byId.get(id) ?? [])
  }

  /** The name of the province of then. */
  provinceOfThen({ formerParentId, provinceId }: Place): string | null {
    return (this.byId.get(formerParentId ?? '') ?? this.byId.get(provinceId ?? ''))?.name ?? null
  }

  provinceOf({ provinceId }: Place): string | null {
    return this.byId.get(provinceId ?? '')?.name ?? null
  }

  /** The district, and wards of today that bear its name. */
  answersTo(district: Place): Place[] {
    const namesakes = this.wardsOf(district).filter(
      ({ name }) => bare(name) === bare(district.name),
    )
    return [district, ...namesakes]
  }

  /** Streets of that name in the wards. */
  streetsCalled(name: string, wards: readonly Place[]): Place[] {
    const ids = new Set(wards.map(({ id }) => id))
    return this.streets.filter(
      (street) => street.wardId && ids.has(street.wardId) && bare(street.name) === bare(name),
    )
  }
}

const STREET_WORD = /^(?:Đường|Phố|Đại lộ) /u
const UNIT_WORD = /^(?:Tỉnh|Thành phố|Quận|Huyện|Thị xã|Thị trấn|Phường|Xã|Đặc khu) (?!\d)/u

function withoutKind(name: string): string {
  return name.replace(STREET_WORD, '').replace(UNIT_WORD, '')
}

function bare(name: string): string {
  return foldText(withoutKind(name))
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)]!
}

const number = (random: () => number) => 1 + Math.floor(random() * 300)
const keyboard = (text: string) => withoutMarks(text).toLowerCase().replaceAll(',', '')

/** Of a ward, its district and province. */
type UnitNames = readonly [string, string, string]

/** The names of a former ward, its district and the province of then; null where one is missing. */
function path(country: Country, ward: Place): UnitNames | null {
  const district = country.byId.get(ward.formerParentId ?? '')
  const province = district && country.provinceOfThen(district)
  return district && province ? [ward.name, district.name, province] : null
}

interface Drawing {
  readonly country: Country
  readonly random: () => number
}

/** Of each former district: a street that it has not. `line`: street, district, province. */
function* withoutStreet(
  { country, random }: Drawing,
  line: (street: string, district: string, province: string) => string,
): Iterable<Asked> {
  for (const district of shuffled(country.districts, random)) {
    const province = country.provinceOfThen(district)
    const street = country.unmappedIn(country.wardsOf(district), random)
    if (province === null || street === null) continue
    const question = line(street, district.name, province)
    yield { question, wanted: country.answersTo(district) }
  }
}

/** Of each former ward: a street that it has not. `line`: street and ward, district, province. */
function* withoutStreetInWard(
  { country, random }: Drawing,
  line: (street: string, names: UnitNames) => string,
): Iterable<Asked> {
  for (const ward of shuffled(country.formerWards, random)) {
    const names = path(country, ward)
    const wards = country.wardsOf(ward)
    const street = country.unmappedIn(wards, random)
    if (!names || street === null) continue
    yield { question: line(street, names), wanted: [ward, ...wards] }
  }
}

const FORMS: readonly ListForm[] = [
  {
    name: 'unmapped street, district, province',
    quality: 'clean',
    count: 250,
    questions: (country, random) =>
      withoutStreet({ country, random }, (s, d, p) =>
        random() < 0.5 ? `Đường ${s}, ${d}, ${p}` : `${number(random)} ${s}, ${d}, ${p}`,
      ),
  },
  {
    name: 'unmapped street, bare units',
    quality: 'noisy',
    count: 150,
    questions: (country, random) =>
      withoutStreet(
        { country, random },
        (s, d, p) => `${number(random)} ${s}, ${withoutKind(d)}, ${withoutKind(p)}`,
      ),
  },
  {
    name: 'unmapped street, as typed',
    quality: 'noisy',
    count: 150,
    questions: (country, random) =>
      withoutStreet({ country, random }, (s, d, p) =>
        keyboard(`so ${number(random)} duong ${s}, ${d}, ${p}`),
      ),
  },
  {
    name: 'mapped street, district, province',
    quality: 'clean',
    count: 250,
    *questions(country, random) {
      for (const street of shuffled(country.streets, random)) {
        const ward = country.byId.get(street.wardId ?? '')
        const district = country.districts.find(
          ({ successorIds }) => ward && successorIds.includes(ward.id) && successorIds.length > 2,
        )
        const province = district && country.provinceOfThen(district)
        if (!district || !province || /\d/.test(street.name)) continue
        const wanted = country.streetsCalled(street.name, country.wardsOf(district))
        yield { question: `${street.name}, ${district.name}, ${province}`, wanted }
      }
    },
  },
  {
    name: 'unmapped street, former ward',
    quality: 'clean',
    count: 250,
    questions: (country, random) =>
      withoutStreetInWard(
        { country, random },
        (street, names) => `${number(random)} ${street}, ${names.join(', ')}`,
      ),
  },
  {
    name: 'unmapped street, P., Q.',
    quality: 'noisy',
    count: 200,
    questions: (country, random) =>
      withoutStreetInWard({ country, random }, (street, [ward, district, province]) => {
        const units = [shortWard(ward), shortDistrict(district), province]
        return `${number(random)} ${street} - ${units.join(' - ')}`
      }),
  },
  {
    name: 'unmapped street, ward of today',
    quality: 'clean',
    count: 200,
    *questions(country, random) {
      for (const ward of shuffled(country.wards, random)) {
        const province = country.provinceOf(ward)
        const street = country.unmappedIn([ward], random)
        if (province === null || street === null) continue
        const question = `${number(random)} đường ${street}, ${ward.name}, ${province}`
        yield { question, wanted: [ward] }
      }
    },
  },
  {
    name: 'former ward in capitals',
    quality: 'noisy',
    count: 150,
    *questions(country, random) {
      for (const ward of shuffled(country.formerWards, random)) {
        const names = path(country, ward)
        if (!names) continue
        const question = `TỔ ${number(random) % 20}, ${names.join(', ').toUpperCase()}`
        yield { question, wanted: [ward, ...country.wardsOf(ward)] }
      }
    },
  },
  {
    name: 'ward and district of one name',
    quality: 'noisy',
    count: 60,
    *questions(country, random) {
      for (const ward of shuffled(country.formerWards, random)) {
        const names = path(country, ward)
        if (!names || bare(names[0]) !== bare(names[1]) || bare(names[1]) === bare(names[2]))
          continue
        const question = keyboard(names.map(withoutKind).join(', '))
        yield { question, wanted: [ward, ...country.wardsOf(ward)] }
      }
    },
  },
  {
    name: 'by ear, house',
    quality: 'noisy',
    count: 200,
    *questions(country, random) {
      for (const house of shuffled(country.houses, random)) {
        const street = country.byId.get(house.streetId ?? '')
        const ward = country.byId.get(house.wardId ?? '')
        const heard = street && heardAs(withoutKind(street.name), random)
        if (!heard || !ward) continue
        yield { question: `${house.houseNumber} ${heard}, ${ward.name}`, wanted: [house] }
      }
    },
  },
  {
    name: 'building with the number of its street',
    quality: 'noisy',
    count: 150,
    *questions(country, random) {
      for (const house of shuffled(country.houses, random)) {
        const street = country.byId.get(house.streetId ?? '')
        const ward = country.byId.get(house.wardId ?? '')
        if (!street || !ward) continue
        const floor = 1 + (number(random) % 9)
        const word = pick(['tòa nhà', 'tòa nhà số', 'Tòa nhà'], random)
        const question = `Tầng ${floor}, ${word} ${house.houseNumber} ${street.name}, ${ward.name}`
        yield { question, wanted: [house] }
      }
    },
  },
]

/** The name with one syllable as it sounds to others; null where none sounds alike. */
function heardAs(name: string, random: () => number): string | null {
  const words = name.split(' ')
  const choices = words.flatMap((word, at) => {
    const [token] = tokenize(word)
    const alike = token ? soundAlikes(token.marked).map((each) => each.normalize('NFC')) : []
    return alike.map((other) => ({ at, other: other[0]!.toUpperCase() + other.slice(1) }))
  })
  if (choices.length === 0) return null
  const { at, other } = pick(choices, random)
  return words.with(at, other).join(' ')
}

async function main(): Promise<void> {
  const country = new Country(await evaluationPlaces())
  const rows = ['form\tquality\tquestion\twanted']
  for (const [i, form] of FORMS.entries()) {
    const random = randomFrom(SEED + i)
    const taken = new Set<string>()
    for (const asked of form.questions(country, random)) {
      if (taken.size === form.count) break
      if (taken.has(asked.question)) continue
      taken.add(asked.question)
      const ids = asked.wanted.map(({ id }) => id).join(' ')
      rows.push([form.name, form.quality, asked.question, ids].join('\t'))
    }
    console.log(`${form.name}: ${taken.size}`)
  }
  await Bun.write(LISTS_FILE, `${rows.join('\n')}\n`)
}

if (import.meta.main) await main()
