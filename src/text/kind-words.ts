import { roleOf } from './roles.ts'
import { anyHas, type Token, tokenize, tokenOf } from './tokens.ts'
import { tableOf, wordsAt } from './word-table.ts'

/*
 * What people call a kind of place by, and what names on maps and signs call it: `cây xăng số 14`
 * is the CHXD số 14, `uỷ ban phường 5` the UBND phường 5. A local expert may add a line; the words
 * of one line stand for each other. Other spellings of one word are no matter of this table, nor
 * are short forms (short-forms.ts).
 */

interface KindWords {
  /** As people say it, separated by commas. */
  readonly said: string
  /** As names have it, separated by commas; the more frequent first. */
  readonly named: string
}

const KIND_WORDS: readonly KindWords[] = [
  {
    said:
      'cây xăng, trạm xăng, cây dầu, cửa hàng xăng dầu, trạm xăng dầu, cây xăng dầu, ' +
      'gas station, petrol station',
    named: 'cửa hàng xăng dầu, trạm xăng dầu, cây xăng, trạm xăng',
  },
  { said: 'uỷ ban, trụ sở uỷ ban, trụ sở uỷ ban nhân dân', named: 'uỷ ban nhân dân' },
  { said: 'bưu điện, post office', named: 'bưu cục' },
  { said: 'bưu cục', named: 'bưu điện' },
  { said: 'khách sạn', named: 'hotel' },
  { said: 'hotel', named: 'khách sạn' },
  // By the years of school, as parents and children count them.
  { said: 'cấp 1, trường cấp 1, cấp một, trường cấp một', named: 'trường tiểu học, tiểu học' },
  {
    said: 'cấp 2, trường cấp 2, cấp hai, trường cấp hai, phổ thông cơ sở, ptcs',
    named: 'trung học cơ sở, trường trung học cơ sở',
  },
  {
    said: 'cấp 3, trường cấp 3, cấp ba, trường cấp ba, phổ thông trung học, ptth',
    named: 'trung học phổ thông, trường trung học phổ thông',
  },
  { said: 'mẫu giáo, trường mẫu giáo, nhà trẻ', named: 'mầm non, trường mầm non' },
  { said: 'mầm non, trường mầm non', named: 'mẫu giáo, trường mẫu giáo' },
  { said: 'hiệu sách, tiệm sách', named: 'nhà sách' }, // the North's, the South's
  { said: 'nhà sách, bookstore', named: 'hiệu sách' },
  { said: 'tiệm thuốc, tiệm thuốc tây, nhà thuốc tây, hiệu thuốc', named: 'nhà thuốc, quầy thuốc' },
  { said: 'nhà thuốc', named: 'hiệu thuốc, quầy thuốc' },
  { said: 'trạm xá', named: 'trạm y tế' }, // as it was called
  { said: 'đồn công an', named: 'công an' },
  { said: 'sân banh', named: 'sân bóng' }, // the South's
  { said: 'nghĩa địa', named: 'nghĩa trang' },
  { said: 'bãi giữ xe, bãi gửi xe, bãi đậu xe', named: 'bãi đỗ xe, bãi xe' },
]

const LINES = tableOf(
  KIND_WORDS.flatMap(({ said, named }) =>
    said
      .split(', ')
      .map((words) => ({ words, names: named.split(', ').map((name) => tokenize(name)) })),
  ),
)

/** The first word of what a kind is called. */
const BEGINS_KIND = roleOf(LINES.keys())

/**
 * The tokens with the first word for a kind as names have it, the likelier first; nearly always
 * none.
 */
export function kindReadings(tokens: readonly Token[]): Token[][] {
  if (!anyHas(tokens, BEGINS_KIND)) return []
  for (let at = 0; at < tokens.length; at++) {
    const found = tokens[at]!.has(BEGINS_KIND) ? wordsAt(LINES, tokens, at) : null
    if (found === null) continue
    const isMarked = tokens.slice(at, found.end).some(({ hasMarks }) => hasMarks)
    return found.means.names
      .filter((name) => !startsAt(tokens, at, name))
      .map((name) => [
        ...tokens.slice(0, at),
        ...name.map((token, i) => {
          const before = i === 0 ? tokens[at]!.before : ' '
          return isMarked ? token.behind(before) : tokenOf(token.folded, before)
        }),
        ...tokens.slice(found.end),
      ])
  }
  return []
}

/** Whether the text has these words there already: `uỷ ban nhân dân` is no `uỷ ban`. */
function startsAt(tokens: readonly Token[], at: number, name: readonly Token[]): boolean {
  return name.every(({ folded }, i) => tokens[at + i]?.folded === folded)
}
