import { foldText } from './fold.ts'
import { roleOf } from './roles.ts'
import type { Token } from './tokens.ts'
import { isOtherWord } from './type-word-marks.ts'

/*
 * Words that say what a name is. Everything here is folded (no marks, lower case). A local expert
 * may add a line; each needs no more than its reason.
 */

/** What a type word can stand in front of. */
export type TypeClass = 'province' | 'district' | 'ward' | 'settlement' | 'street' | 'alley' | 'poi'

/** Words of the longest type word. */
export const TYPE_WORD_TOKENS_MAX = 5

/** What foreigners call places of interest by: `Tao Dan Park` is `Công viên Tao Đàn`. */
const ENGLISH_POIS = [
  'cafe',
  'coffee',
  'hotel',
  'restaurant',
  'hospital',
  'market',
  'supermarket',
  'park',
  'church',
  'cathedral',
  'pagoda',
  'temple',
  'museum',
  'theatre',
  'theater',
  'stadium',
  'library',
  'school',
  'university',
  'bridge',
  'station',
  'airport',
  'resort',
  'beach',
  'pharmacy',
]

/** Type words and the classes they announce. `thành phố` was also a former district-level city. */
export const TYPE_WORDS: ReadonlyMap<string, readonly TypeClass[]> = asFolded([
  ['tinh', ['province']],
  ['province', ['province']],
  ['thanh pho', ['province', 'district']],
  ['city', ['province', 'district']],
  ['quan', ['district']],
  ['huyen', ['district']],
  ['thi xa', ['district']],
  ['district', ['district']],
  ['phuong', ['ward']],
  ['xa', ['ward']],
  ['thi tran', ['ward']],
  ['dac khu', ['ward']],
  ['ward', ['ward']],
  ['commune', ['ward']],
  ['thon', ['settlement']],
  ['ap', ['settlement']],
  ['ban', ['settlement']],
  ['lang', ['settlement']],
  ['buon', ['settlement']],
  ['khu pho', ['settlement']],
  ['to dan pho', ['settlement']],
  ['khu do thi', ['settlement']],
  ['village', ['settlement']],
  ['duong', ['street', 'alley']],
  ['pho', ['street', 'alley']],
  ['dai lo', ['street']],
  ['pho di bo', ['street']],
  ['street', ['street', 'alley']],
  ['road', ['street']],
  ['avenue', ['street']],
  ['boulevard', ['street']],
  ['ngo', ['alley']],
  ['ngach', ['alley']],
  ['hem', ['alley']],
  ['kiet', ['alley']],
  ['alley', ['alley']],
  ['lane', ['alley']],
  // Of places of interest: asked for with or without (`Chợ Bến Thành`, `Bến Thành`).
  ['cho', ['poi']],
  ['sieu thi', ['poi']],
  ['benh vien', ['poi']],
  ['truong', ['poi']],
  ['dai hoc', ['poi']],
  ['truong dai hoc', ['poi']],
  ['khach san', ['poi']],
  ['nha hang', ['poi']],
  ['nha tho', ['poi']],
  ['chua', ['poi']],
  ['den', ['poi']],
  ['cong vien', ['poi']],
  ['truong tieu hoc', ['poi']],
  ['tieu hoc', ['poi']],
  ['truong mam non', ['poi']],
  ['mam non', ['poi']],
  ['trung hoc co so', ['poi']],
  ['truong trung hoc co so', ['poi']],
  ['trung hoc pho thong', ['poi']],
  ['truong trung hoc pho thong', ['poi']],
  ['cao dang', ['poi']],
  ['truong cao dang', ['poi']],
  ['hoc vien', ['poi']],
  ['uy ban nhan dan', ['poi']],
  ['tram y te', ['poi']],
  ['buu dien', ['poi']],
  ['nha thuoc', ['poi']],
  ['quan ca phe', ['poi']],
  ['quan an', ['poi']],
  ['cua hang', ['poi']],
  ['trung tam thuong mai', ['poi']],
  ['chung cu', ['poi']],
  ['toa nha', ['poi']],
  ['cong an', ['poi']],
  ['cay xang', ['poi']],
  ['tram xang', ['poi']],
  ['cau', ['poi']],
  ['cho dem', ['poi']],
  ['cong ty', ['poi']],
  ['ngan hang', ['poi']],
  ['ca phe', ['poi']],
  ['ga', ['poi']],
  ['ben xe', ['poi']],
  ['san bay', ['poi']],
  ['bao tang', ['poi']],
  ['nha hat', ['poi']],
  ['san van dong', ['poi']],
  ['thu vien', ['poi']],
  ['vuon quoc gia', ['poi']],
  ['khu bao ton', ['poi']],
  ['khu du lich', ['poi']],
  ['khu nghi duong', ['poi']],
  ['quang truong', ['poi']],
  ['bai bien', ['poi']],
  ['cua khau', ['poi']],
  ['khu cong nghiep', ['poi']],
  ['nha nghi', ['poi']],
  ['phong kham', ['poi']],
  ['hieu thuoc', ['poi']],
  ['nha ga', ['poi']],
  ['ben pha', ['poi']],
  ...ENGLISH_POIS.map((word): [string, TypeClass[]] => [word, ['poi']]),
])

/** As texts have the words: folding makes `cong ti` of `cong ty`, and `citi` of `city`. */
function asFolded(words: readonly [string, readonly TypeClass[]][]) {
  return new Map(words.map(([each, classes]) => [foldText(each), classes]))
}

/** Type words by their words from the last to the first. */
interface TypeWordTree {
  words: string
  classes: readonly TypeClass[] | null
  readonly before: Map<string, TypeWordTree>
}

const TYPE_WORD_TREE = typeWordTree()

/** The last word of a type word. */
const ENDS_TYPE_WORD = roleOf(TYPE_WORD_TREE.before.keys())

function typeWordTree(): TypeWordTree {
  const root: TypeWordTree = { words: '', classes: null, before: new Map() }
  for (const [words, classes] of TYPE_WORDS) {
    let node = root
    for (const word of words.split(' ').reverse()) {
      const next = node.before.get(word) ?? { words: '', classes: null, before: new Map() }
      node.before.set(word, next)
      node = next
    }
    node.words = words
    node.classes = classes
  }
  return root
}

/** English puts the type word last: `Ben Nghe Ward`, `Rex Hotel`. Vietnamese never does. */
export const CLOSING_TYPE_WORDS: ReadonlySet<string> = new Set(
  [
    'province',
    'city',
    'district',
    'ward',
    'commune',
    'village',
    'street',
    'road',
    'avenue',
    'boulevard',
    'alley',
    'lane',
    ...ENGLISH_POIS,
  ].map(foldText),
)

const CLOSES = roleOf(CLOSING_TYPE_WORDS)

/** What the token announces where it stands behind a name; null for most words. */
export function closingClasses(token: Token): readonly TypeClass[] | null {
  return token.has(CLOSES) ? (TYPE_WORDS.get(token.folded) ?? null) : null
}

/** A type word in a text, from token `first` on. */
export interface TypeWord {
  readonly first: number
  /** As in TYPE_WORDS. */
  readonly words: string
  readonly classes: readonly TypeClass[]
}

/** The longest type word that ends right before token `end`, and where it begins; or null. */
export function typeWordBefore(tokens: readonly Token[], end: number): TypeWord | null {
  if (end === 0 || !tokens[end - 1]!.has(ENDS_TYPE_WORD)) return null
  let node = TYPE_WORD_TREE
  let longest: TypeWord | null = null
  for (let first = end - 1; first >= 0; first--) {
    const longer = node.before.get(tokens[first]!.folded)
    if (!longer) break
    node = longer
    if (first === end - 1 && isOtherWord(tokens[first]!)) continue
    if (node.classes) longest = { first, words: node.words, classes: node.classes }
  }
  return longest
}

/** The folded words of tokens `first` to `end`, joined by spaces. */
export function foldedSpan(tokens: readonly Token[], first: number, end: number): string {
  let text = tokens[first]?.folded ?? ''
  for (let i = first + 1; i < end; i++) text += ` ${tokens[i]!.folded}`
  return text
}
