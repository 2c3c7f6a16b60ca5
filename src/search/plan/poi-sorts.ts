import { assert } from '../../base/assert.ts'
import { stringAt } from '../../base/string-pool.ts'
import { foldText } from '../../text/fold.ts'
import type { SearchIndex } from '../index/layout.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { QueryPlan } from './query-plan.ts'

/*
 * What the words for places of interest mean (the type words of text/words.ts), by OSM tags. Such a
 * word in front of a bare name tells which bearer of it is meant: `chợ Bến Thành` is a market, not
 * the church of Bến Thành. Mappers are generous with tags, so the table is too: a café may be
 * tagged as a restaurant, but not as a hotel. A local expert may add a line.
 */

const POI = PLACE_KINDS.indexOf('poi')

interface PoiSort {
  /** As they are written, separated by commas. */
  readonly words: string
  /** Tags that fit, `key=*` for every value of a key, separated by blanks. */
  readonly tags: string
}

const FOOD =
  'amenity=restaurant amenity=cafe amenity=fast_food amenity=food_court amenity=bar amenity=pub ' +
  'amenity=biergarten amenity=ice_cream amenity=coffee amenity=tea amenity=beverages ' +
  'amenity=food amenity=pastry shop=coffee shop=tea shop=beverages shop=bakery shop=pastry'

/** What strangers come to see. */
const SIGHTS =
  'tourism=attraction tourism=museum tourism=gallery tourism=viewpoint tourism=artwork ' +
  'tourism=theme_park tourism=zoo tourism=yes historic=*'

const SORTS: readonly PoiSort[] = [
  {
    words: 'chợ, chợ đêm, market',
    tags:
      'amenity=marketplace shop=supermarket shop=mall shop=department_store shop=greengrocer ' +
      'landuse=retail tourism=attraction',
  },
  { words: 'siêu thị, supermarket', tags: 'shop=* amenity=grocery landuse=retail' },
  {
    words: 'bệnh viện, hospital, trạm y tế, phòng khám',
    tags:
      'amenity=hospital amenity=clinic amenity=doctors amenity=dentist healthcare=* ' +
      'building=hospital',
  },
  {
    words:
      'trường, đại học, trường đại học, trường tiểu học, tiểu học, trường mầm non, mầm non, ' +
      'trung học cơ sở, trường trung học cơ sở, trung học phổ thông, ' +
      'trường trung học phổ thông, cao đẳng, trường cao đẳng, học viện, school, university',
    tags:
      'amenity=school amenity=kindergarten amenity=university amenity=college ' +
      'amenity=language_school amenity=music_school amenity=driving_school amenity=prep_school ' +
      'amenity=training amenity=childcare amenity=research_institute ' +
      'office=educational_institution building=school building=university ' +
      'building=kindergarten building=college military=*',
  },
  {
    words: 'khách sạn, hotel, nhà nghỉ, khu nghỉ dưỡng, resort',
    tags:
      'tourism=hotel tourism=hostel tourism=motel tourism=guest_house tourism=apartment ' +
      'tourism=resort tourism=chalet leisure=resort building=hotel',
  },
  { words: 'nhà hàng, restaurant, quán ăn', tags: FOOD },
  { words: 'quán cà phê, cà phê, cafe, coffee', tags: FOOD },
  {
    words: 'nhà thờ, chùa, đền, church, cathedral, pagoda, temple',
    tags:
      'amenity=place_of_worship amenity=monastery building=church building=temple ' +
      `building=pagoda building=cathedral landuse=religious ${SIGHTS}`,
  },
  {
    words: 'công viên, park, vườn quốc gia, khu bảo tồn, khu du lịch, quảng trường',
    tags: `leisure=* boundary=* natural=* place=square ${SIGHTS}`,
  },
  { words: 'bãi biển, beach', tags: `natural=beach leisure=* place=locality ${SIGHTS}` },
  {
    words: 'cửa khẩu',
    tags: 'barrier=border_control amenity=customs office=government building=* tourism=yes',
  },
  {
    words: 'uỷ ban nhân dân',
    tags: 'amenity=townhall amenity=public_building office=government building=*',
  },
  { words: 'bưu điện', tags: 'amenity=post_office amenity=post_box office=*' },
  {
    words: 'nhà thuốc, hiệu thuốc, pharmacy',
    tags:
      'amenity=pharmacy amenity=chemist healthcare=* shop=chemist shop=medical_supply ' +
      'shop=herbalist',
  },
  { words: 'cửa hàng', tags: 'shop=* craft=* office=* amenity=fuel amenity=grocery' },
  { words: 'trung tâm thương mại', tags: 'shop=* landuse=retail landuse=commercial building=*' },
  { words: 'chung cư', tags: 'building=* landuse=residential place=* tourism=apartment' },
  { words: 'toà nhà', tags: 'building=* office=* landuse=* shop=mall tourism=apartment' },
  { words: 'công an', tags: 'amenity=police office=government building=*' },
  { words: 'cây xăng, trạm xăng', tags: 'amenity=fuel' },
  { words: 'cầu, bridge', tags: `man_made=bridge ${SIGHTS}` },
  {
    words: 'công ty, khu công nghiệp',
    tags: 'office=* shop=* craft=* building=* man_made=works landuse=industrial place=*',
  },
  {
    words: 'ngân hàng',
    tags: 'amenity=bank amenity=atm amenity=bureau_de_change office=financial',
  },
  {
    words: 'ga, nhà ga',
    tags: 'railway=* public_transport=* aerialway=station aeroway=terminal building=train_station',
  },
  {
    words: 'station',
    tags:
      'railway=* public_transport=* aerialway=station aeroway=terminal building=train_station ' +
      'amenity=bus_station highway=bus_stop amenity=ferry_terminal amenity=fuel amenity=police',
  },
  {
    words: 'bến xe, bến phà',
    tags: 'amenity=bus_station amenity=ferry_terminal public_transport=* highway=bus_stop',
  },
  { words: 'sân bay, airport', tags: 'aeroway=* military=*' },
  {
    words: 'bảo tàng, museum',
    tags: `amenity=arts_centre amenity=exhibition_centre building=museum ${SIGHTS}`,
  },
  {
    words: 'nhà hát, theatre, theater',
    tags: `amenity=theatre amenity=arts_centre amenity=cinema building=* ${SIGHTS}`,
  },
  { words: 'sân vận động, stadium', tags: 'leisure=* building=stadium' },
  { words: 'thư viện, library', tags: 'amenity=library shop=books building=*' },
]

/** Bits of a number. */
const SORTS_MAX = 32
assert(SORTS.length <= SORTS_MAX, 'every sort has its bit')

const SORT_OF_WORD: ReadonlyMap<string, number> = new Map(
  SORTS.flatMap(({ words }, sort) => words.split(', ').map((word) => [foldText(word), sort])),
)

/** The sort that a type word means, by its folded words; −1 for words for other than POIs. */
export function sortOfWord(folded: string): number {
  return SORT_OF_WORD.get(folded) ?? -1
}

/** Which categories of an index fit which sorts. */
export class PoiSorts {
  readonly #index: SearchIndex
  /** By the string of the category: bit i for sort i. */
  readonly #sortsOf = new Map<number, number>()

  constructor(index: SearchIndex) {
    this.#index = index
  }

  /**
   * Of `saying`, the tokens that its name and the type words beside it say, those that fit: without
   * words for another sort than the POI is. `own`: those of its name.
   */
  saidOf({ sorts }: QueryPlan, place: number, own: number, saying: number): number {
    let said = saying
    for (const { mask, sort } of sorts) {
      if ((saying & ~own & mask) !== 0 && !this.fits(place, sort)) said &= ~mask | own
    }
    return said
  }

  /**
   * Whether nothing of the name of a place is asked for, the tokens in `own`, but words that say
   * another kind: `ga` is a station, not the chicken of `Phố Hàng Gà`.
   */
  isOther(plan: QueryPlan, place: number, kind: number, own: number): boolean {
    if (plan.typing || (own & plan.tellingMask) !== 0) return false
    return kind !== POI || this.saidOf(plan, place, 0, own) !== own
  }

  /** Whether the POI may be called by a word of the sort. */
  fits(place: number, sort: number): boolean {
    const { category, strings } = this.#index
    const id = category[place]!
    let sorts = this.#sortsOf.get(id)
    if (sorts === undefined) {
      sorts = sortsOfTag(stringAt(strings, id))
      this.#sortsOf.set(id, sorts)
    }
    return ((sorts >>> sort) & 1) !== 0
  }
}

/** One bit for each sort: of all of them where the category is not known. */
export function sortsOfTag(tag: string): number {
  if (tag === '') return -1
  const anyOfKey = `${tag.slice(0, tag.indexOf('='))}=*`
  return SORTS.reduce((bits, { tags }, sort) => {
    const fitting = tags.split(' ')
    return fitting.includes(tag) || fitting.includes(anyOfKey) ? bits | (1 << sort) : bits
  }, 0)
}
