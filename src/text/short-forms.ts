import { foldText } from './fold.ts'
import { withDigits } from './numerals.ts'
import { roleOf } from './roles.ts'
import { anyHas, type Token, tokenOf } from './tokens.ts'
import { foldedSpan } from './words.ts'

/*
 * Short forms people write for words of addresses and names. Everything here is folded (no marks,
 * lower case). A local expert may add a line; each needs no more than its reason.
 */

/** When a short form is read as its long one. */
type Where =
  | 'always'
  /** before a number: `q 5`, `p 12` */
  | 'number'
  /** before any further word or number: `h binh chanh` */
  | 'word'
  /** the same, or where nothing else is typed: `bv` */
  | 'word or alone'

interface ShortForm {
  readonly short: string
  readonly long: string
  readonly where: Where
}

/** Those of units and of words for units. */
const OF_UNITS: readonly ShortForm[] = [
  { short: 'tphcm', long: 'ho chi minh', where: 'always' }, // written as one word
  { short: 'tp hcm', long: 'ho chi minh', where: 'always' },
  { short: 'hcmc', long: 'ho chi minh', where: 'always' }, // English
  { short: 'hcm', long: 'ho chi minh', where: 'always' },
  { short: 'tphn', long: 'ha noi', where: 'always' },
  { short: 'hn', long: 'ha noi', where: 'always' },
  { short: 'sg', long: 'sai gon', where: 'always' },
  // Cities and districts that their people write by two letters.
  { short: 'tp td', long: 'thanh pho thu duc', where: 'always' },
  { short: 'tp bh', long: 'thanh pho bien hoa', where: 'always' },
  { short: 'tp vt', long: 'thanh pho vung tau', where: 'always' },
  { short: 'tp dn', long: 'da nang', where: 'always' },
  { short: 'tp hp', long: 'hai phong', where: 'always' },
  { short: 'tp ct', long: 'can tho', where: 'always' },
  { short: 'brvt', long: 'ba ria vung tau', where: 'always' },
  { short: 'q bt', long: 'quan binh thanh', where: 'always' },
  { short: 'q tb', long: 'quan tan binh', where: 'always' },
  { short: 'q pn', long: 'quan phu nhuan', where: 'always' },
  { short: 'q gv', long: 'quan go vap', where: 'always' },
  { short: 'q td', long: 'quan thu duc', where: 'always' },
  { short: 'tp', long: 'thanh pho', where: 'word' },
  { short: 'q', long: 'quan', where: 'word' },
  { short: 'district', long: 'quan', where: 'number' }, // District 1
  { short: 'dist', long: 'quan', where: 'number' },
  { short: 'p', long: 'phuong', where: 'word' },
  { short: 'f', long: 'phuong', where: 'number' }, // F5, habit of the South
  { short: 'ward', long: 'phuong', where: 'number' }, // Ward 5
  { short: 'h', long: 'huyen', where: 'word' },
  { short: 'x', long: 'xa', where: 'word' },
  { short: 'tt', long: 'thi tran', where: 'word' },
  { short: 'tx', long: 'thi xa', where: 'word' },
  // With points, as on forms: T.P Huế, T.X Thuận An, T.T Phú Quốc.
  { short: 't p', long: 'thanh pho', where: 'word' },
  { short: 't x', long: 'thi xa', where: 'word' },
  { short: 't t', long: 'thi tran', where: 'word' },
  { short: 't', long: 'tinh', where: 'word' },
]

/** The short forms of everyday addresses; the first that fits is taken. */
const WRITTEN_SHORT_FORMS: readonly ShortForm[] = [
  ...OF_UNITS,
  { short: 'd', long: 'duong', where: 'word' }, // đ. 3/2
  { short: 'k', long: 'kiet', where: 'number' }, // K123/45, Đà Nẵng and Huế
  { short: 'kp', long: 'khu pho', where: 'word' },
  { short: 'kdt', long: 'khu do thi', where: 'always' },
  { short: 'cc', long: 'chung cu', where: 'word or alone' },
  { short: 'ql', long: 'quoc lo', where: 'number' },
  { short: 'tl', long: 'tinh lo', where: 'number' },
  { short: 'dt', long: 'duong tinh', where: 'number' },
  { short: 'hl', long: 'huong lo', where: 'number' }, // of a commune
  { short: 'dh', long: 'duong huyen', where: 'number' }, // else a university, below
  { short: 'vd', long: 'vanh dai', where: 'number' },
  { short: 'cmt 8', long: 'cach mang thang 8', where: 'always' },
  { short: 'thpt', long: 'trung hoc pho thong', where: 'always' },
  { short: 'thcs', long: 'trung hoc co so', where: 'always' },
  { short: 'th', long: 'tieu hoc', where: 'word' },
  { short: 'dhqg', long: 'dai hoc quoc gia', where: 'always' },
  { short: 'dh', long: 'dai hoc', where: 'word or alone' },
  { short: 'cd', long: 'cao dang', where: 'word' },
  { short: 'bv', long: 'benh vien', where: 'word or alone' },
  { short: 'ubnd', long: 'uy ban nhan dan', where: 'always' },
  { short: 'ks', long: 'khach san', where: 'word or alone' },
  { short: 'sb', long: 'san bay', where: 'word or alone' },
  { short: 'bx', long: 'ben xe', where: 'word or alone' },
  { short: 'cv', long: 'cong vien', where: 'word' },
  { short: 'cx', long: 'cay xang', where: 'word or alone' },
  { short: 'nh', long: 'ngan hang', where: 'word' }, // of banks; restaurants are written out
  { short: 'vqg', long: 'vuon quoc gia', where: 'always' },
  { short: 'tdtt', long: 'the duc the thao', where: 'always' },
  { short: 'gtvt', long: 'giao thong van tai', where: 'always' },
  { short: 'csxh', long: 'chinh sach xa hoi', where: 'always' },
  { short: 'kcn', long: 'khu cong nghiep', where: 'always' },
  { short: 'kdc', long: 'khu dan cu', where: 'always' },
  { short: 'tttm', long: 'trung tam thuong mai', where: 'always' },
  // Of offices and shops, as their signs have them.
  { short: 'ktx', long: 'ky tuc xa', where: 'always' },
  { short: 'hdnd', long: 'hoi dong nhan dan', where: 'always' },
  { short: 'tmcp', long: 'thuong mai co phan', where: 'always' },
  { short: 'tnhh', long: 'trach nhiem huu han', where: 'always' },
  { short: 'cty', long: 'cong ty', where: 'word' },
  { short: 'pgd', long: 'phong giao dich', where: 'always' },
  { short: 'qtd', long: 'quy tin dung', where: 'always' },
  { short: 'chxd', long: 'cua hang xang dau', where: 'always' },
  { short: 'vlxd', long: 'vat lieu xay dung', where: 'always' },
  { short: 'svd', long: 'san van dong', where: 'word or alone' },
  { short: 'kdl', long: 'khu du lich', where: 'word or alone' },
  { short: 'clb', long: 'cau lac bo', where: 'word or alone' },
  { short: 'nvh', long: 'nha van hoa', where: 'word or alone' },
  { short: 'bvdk', long: 'benh vien da khoa', where: 'word or alone' },
  { short: 'ttyt', long: 'trung tam y te', where: 'word or alone' },
  { short: 'tyt', long: 'tram y te', where: 'word or alone' },
  { short: 'tdp', long: 'to dan pho', where: 'word' },
  // Of chains that are everywhere.
  { short: 'bhx', long: 'bach hoa xanh', where: 'always' },
  { short: 'dmx', long: 'dien may xanh', where: 'always' },
  { short: 'tgdd', long: 'the gioi di dong', where: 'always' },
  { short: 'vcb', long: 'vietcombank', where: 'always' },
  { short: 'tcb', long: 'techcombank', where: 'always' },
  // Of offices, as signs and maps have them.
  { short: 'ubmttq', long: 'uy ban mat tran to quoc', where: 'always' },
  { short: 'ub p', long: 'uy ban nhan dan phuong', where: 'word' },
  { short: 'ub x', long: 'uy ban nhan dan xa', where: 'word' },
  { short: 'bv dk', long: 'benh vien da khoa', where: 'word or alone' },
  { short: 'ttvh', long: 'trung tam van hoa', where: 'word or alone' },
  { short: 'bd', long: 'buu dien', where: 'word' },
  { short: 'ns', long: 'nha sach', where: 'word' },
  // What English says in words that no Vietnamese name has.
  { short: 'people committee', long: 'uy ban nhan dan', where: 'always' },
  { short: 'peoples committee', long: 'uy ban nhan dan', where: 'always' },
  { short: 'post office', long: 'buu dien', where: 'always' },
  { short: 'bus station', long: 'ben xe', where: 'always' },
  { short: 'medical station', long: 'tram y te', where: 'always' },
  { short: 'police station', long: 'cong an', where: 'always' },
  { short: 'bookstore', long: 'nha sach', where: 'always' },
  { short: 'st', long: 'street', where: 'always' },
  { short: 'str', long: 'street', where: 'always' },
  { short: 'rd', long: 'road', where: 'always' },
  { short: 'ave', long: 'avenue', where: 'always' },
  { short: 'blvd', long: 'boulevard', where: 'always' },
]

/** The same as texts have the words. */
const SHORT_FORMS: readonly ShortForm[] = WRITTEN_SHORT_FORMS.map((form) => ({
  ...form,
  short: foldText(form.short),
}))

const LONGEST_SHORT = 2
/** The first word of a short form: most words are none, and need no more than this. */
const BEGINS_SHORT = roleOf(SHORT_FORMS.map(firstWord))

const UNIT_SHORTS = new Set(OF_UNITS.map(firstWord))

function firstWord({ short }: ShortForm): string {
  return foldText(short).split(' ')[0] ?? short
}

/** Whether the token may begin a short form of a unit or of a word for one: `q`, `tphcm`. */
export function isUnitShort({ folded }: Token): boolean {
  return UNIT_SHORTS.has(folded)
}

/**
 * The tokens with every short form written out, or null when there is none: a second reading
 * beside the tokens as typed, since `P` may be a name.
 */
export function withoutShortForms(tokens: readonly Token[]): Token[] | null {
  if (!anyHas(tokens, BEGINS_SHORT)) return null
  const out: Token[] = []
  let changed = false
  for (let i = 0; i < tokens.length; ) {
    const found = shortFormAt(tokens, i)
    if (!found) {
      out.push(tokens[i]!)
      i++
      continue
    }
    changed = true
    const before = tokens[i]!.before
    found.form.long.split(' ').forEach((word, k) => {
      out.push(tokenOf(word, k === 0 ? before : ' '))
    })
    i += found.length
    const next = tokens[i]
    // The seam of `q5` is a space once the word is written out.
    if (next?.before === '') {
      out.push(next.behind(' '))
      i++
    }
  }
  return changed ? out : null
}

/** Numbers that districts had. */
const DISTRICT = /^(?:[1-9]|1[0-2])$/

/**
 * The tokens with `D1` read as a district, as foreigners write it, or null when there is none: to
 * all others a D before a number is a road.
 */
export function withDistricts(tokens: readonly Token[]): Token[] | null {
  if (!tokens.some(({ marked }) => marked === 'd')) return null
  const isDistrict = tokens.map(
    ({ marked }, i) => marked === 'd' && DISTRICT.test(tokens[i + 1]?.folded ?? ''),
  )
  if (!isDistrict.includes(true)) return null
  return tokens.map((token, i) => {
    if (isDistrict[i]) return tokenOf('quan', token.before)
    return i > 0 && isDistrict[i - 1] ? token.behind(' ') : token
  })
}

/**
 * The tokens with short forms written out and numbers in digits: what names and queries are both
 * brought to. Null when they are in that form already.
 */
export function writtenOut(tokens: readonly Token[]): Token[] | null {
  const long = withoutShortForms(tokens)
  return withDigits(long ?? tokens) ?? long
}

function shortFormAt(
  tokens: readonly Token[],
  at: number,
): { readonly form: ShortForm; readonly length: number } | null {
  if (!tokens[at]!.has(BEGINS_SHORT)) return null
  for (let length = Math.min(LONGEST_SHORT, tokens.length - at); length > 0; length--) {
    const text = foldedSpan(tokens, at, at + length)
    const next = tokens[at + length]
    for (const form of SHORT_FORMS) {
      if (form.short !== text) continue
      if (isMeant(form, next, length === tokens.length)) return { form, length }
    }
  }
  return null
}

/** `isAlone`: whether nothing but the short form is typed. */
function isMeant({ where }: ShortForm, next: Token | undefined, isAlone: boolean): boolean {
  if (where === 'always') return true
  if (!next) return where === 'word or alone' && isAlone
  return where !== 'number' || /^[0-9]/.test(next.folded)
}
