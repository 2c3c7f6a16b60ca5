import { foldText } from '../../text/fold.ts'
import { roleOf } from '../../text/roles.ts'
import type { Token } from '../../text/tokens.ts'
import { foldedSpan } from '../../text/words.ts'

/*
 * Words by which any place of a kind is asked for, near where one is or in a unit: `cây xăng`,
 * `quán cà phê Long Xuyên`, `atm gần đây`. The tags are those that surely mean it, unlike those of
 * poi-sorts.ts, by which a name may be called so. A local expert may add a line.
 */

interface ListedKind {
  /** As they are written, separated by commas. */
  readonly words: string
  /** Categories of places, `key=value`, separated by blanks; each is of one kind alone. */
  readonly tags: string
}

export const LISTED_KINDS: readonly ListedKind[] = [
  { words: 'cây xăng, trạm xăng, gas station, petrol station', tags: 'amenity=fuel' },
  { words: 'atm, cây atm, máy atm, trụ atm', tags: 'amenity=atm' },
  { words: 'ngân hàng, bank', tags: 'amenity=bank' },
  { words: 'quán cà phê, cà phê, cafe, coffee', tags: 'amenity=cafe amenity=coffee shop=coffee' },
  { words: 'nhà hàng, quán ăn, restaurant', tags: 'amenity=restaurant amenity=food_court' },
  { words: 'đồ ăn nhanh, thức ăn nhanh, fast food', tags: 'amenity=fast_food' },
  { words: 'quán bar, bar', tags: 'amenity=bar amenity=pub' },
  {
    words: 'khách sạn, nhà nghỉ, hotel, hostel',
    tags: 'tourism=hotel tourism=motel tourism=guest_house tourism=hostel',
  },
  { words: 'bệnh viện, hospital', tags: 'amenity=hospital healthcare=hospital' },
  { words: 'phòng khám, clinic', tags: 'amenity=clinic amenity=doctors healthcare=clinic' },
  { words: 'nha khoa, dentist', tags: 'amenity=dentist healthcare=dentist' },
  { words: 'nhà thuốc, hiệu thuốc, tiệm thuốc, pharmacy', tags: 'amenity=pharmacy' },
  { words: 'siêu thị, supermarket', tags: 'shop=supermarket' },
  { words: 'cửa hàng tiện lợi, convenience store', tags: 'shop=convenience' },
  { words: 'trung tâm thương mại, shopping mall, mall', tags: 'shop=mall' },
  { words: 'chợ, market', tags: 'amenity=marketplace' },
  { words: 'tiệm bánh, bakery', tags: 'shop=bakery' },
  { words: 'nhà sách, hiệu sách, bookstore', tags: 'shop=books' },
  { words: 'công viên, park', tags: 'leisure=park' },
  { words: 'bưu điện, post office', tags: 'amenity=post_office' },
  { words: 'trường đại học, đại học, university', tags: 'amenity=university' },
  { words: 'trường mầm non, mầm non, kindergarten', tags: 'amenity=kindergarten' },
  { words: 'trường học, school', tags: 'amenity=school' },
  { words: 'công an, đồn công an, police', tags: 'amenity=police' },
  { words: 'bến xe, bus station', tags: 'amenity=bus_station' },
  { words: 'bến phà, ferry', tags: 'amenity=ferry_terminal' },
  { words: 'nhà ga, train station', tags: 'railway=station' },
  { words: 'sân bay, airport', tags: 'aeroway=aerodrome' },
  { words: 'bãi đỗ xe, bãi giữ xe, parking', tags: 'amenity=parking' },
  { words: 'trạm sạc, charging station', tags: 'amenity=charging_station' },
  { words: 'bảo tàng, museum', tags: 'tourism=museum' },
  { words: 'rạp chiếu phim, rạp phim, cinema', tags: 'amenity=cinema' },
  { words: 'sân vận động, stadium', tags: 'leisure=stadium' },
  { words: 'thư viện, library', tags: 'amenity=library' },
  { words: 'nhà vệ sinh, toilet', tags: 'amenity=toilets' },
]

const KIND_OF_TAG: ReadonlyMap<string, number> = new Map(
  LISTED_KINDS.flatMap(({ tags }, kind) => tags.split(' ').map((tag) => [tag, kind])),
)

/** Words for kinds, word by word. */
interface KindTree {
  kind: number
  readonly next: Map<string, KindTree>
}

const NO_KIND = -1
const KIND_TREE = kindTree()
/** The first word of those for a kind: most queries begin otherwise. */
const BEGINS_KIND = roleOf(KIND_TREE.next.keys())

function kindTree(): KindTree {
  const root: KindTree = { kind: NO_KIND, next: new Map() }
  LISTED_KINDS.forEach(({ words }, kind) => {
    for (const each of words.split(', ')) {
      let node = root
      for (const word of foldText(each).split(' ')) {
        const next = node.next.get(word) ?? { kind: NO_KIND, next: new Map() }
        node.next.set(word, next)
        node = next
      }
      node.kind = kind
    }
  })
  return root
}

/** What is said behind them by who has no other place in mind than where he is. */
const NEARBY = new Set(
  ['gần đây', 'gần nhất', 'gần tôi', 'quanh đây', 'nearby', 'near me', 'nearest'].map(foldText),
)
/** The same behind a word for nearness. */
const HERE = new Set(['đây', 'đây nhất', 'nhất', 'tôi', 'me', 'here'].map(foldText))

/** Whether a word for nearness and these behind it say where one is: `đây` behind `gần`. */
export function isNearby(tokens: readonly Token[]): boolean {
  return HERE.has(foldedSpan(tokens, 0, tokens.length))
}

/** The kind of places of a category; −1 for those that are not listed. */
export function listedKindOf(category: string): number {
  return KIND_OF_TAG.get(category) ?? NO_KIND
}

/** A kind that a query begins with: its tokens are those before `end`. */
export interface AskedKind {
  readonly kind: number
  readonly end: number
  /** Whether nothing else is asked for but where one is. */
  readonly isAlone: boolean
}

/** The kind of place that a query begins with, or null. */
export function askedKind(tokens: readonly Token[]): AskedKind | null {
  if (!tokens[0]!.has(BEGINS_KIND)) return null
  let kind = NO_KIND
  let end = 0
  let node = KIND_TREE.next.get(tokens[0]!.folded)
  for (let at = 1; node !== undefined; at++) {
    if (node.kind !== NO_KIND) {
      kind = node.kind
      end = at
    }
    node = at < tokens.length ? node.next.get(tokens[at]!.folded) : undefined
  }
  if (kind === NO_KIND) return null
  const rest = foldedSpan(tokens, end, tokens.length)
  return { kind, end, isAlone: rest === '' || NEARBY.has(rest) }
}
