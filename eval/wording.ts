import { withoutMarks } from '../src/text/fold.ts'

/* Other ways in which people write one and the same name. */

const SPELT = 'không một hai ba bốn năm sáu bảy tám chín'.split(' ')
const MONTHS = 'một hai ba tư năm sáu bảy tám chín mười'.split(' ')

/** Other ways to write a name that ends with a date: `Đường 19 Tháng 5`, `Công viên 30/4`. */
export function dateSpellings(name: string): readonly string[] {
  if (/^Cách Mạng Tháng (?:8|Tám)$/iu.test(name)) return AUGUST_REVOLUTION
  const found = /(?<=^|\s)(\d{1,2})(?: tháng |\/|-)(\d{1,2})$/iu.exec(name)
  if (!found) return []
  const day = Number(found[1])
  const month = Number(found[2])
  // `24/7` is no day.
  if (day < 1 || day > 31 || month < 1 || month > 10 || (day === 24 && month === 7)) return []
  return DATE_SPELLINGS.map((spelling) => name.replace(found[0], spelling(day, month)))
}

const AUGUST_REVOLUTION = [
  'CMT8',
  'CMT 8',
  'Cách Mạng Tháng 8',
  'Cách Mạng Tháng Tám',
  'cach mang thang 8',
  'cach mang thang tam',
]

/** The ways in which a date is written on signs, in letters and in haste. */
const DATE_SPELLINGS: readonly ((day: number, month: number) => string)[] = [
  (day, month) => `${day}/${month}`,
  (day, month) => `${day}-${month}`,
  (day, month) => `${day} tháng ${month}`,
  (day, month) => `${spelt(day)} tháng ${MONTHS[month - 1]}`,
  (day, month) => `${two(day)}/${two(month)}`,
  (day, month) => `${day} thang ${month}`,
  (day, month) => withoutMarks(`${spelt(day)} thang ${MONTHS[month - 1]}`),
]

function two(number: number): string {
  return String(number).padStart(2, '0')
}

/** 1 to 31 in words: `ba`, `mười`, `mười chín`, `hai mươi mốt`, `ba mươi`. */
function spelt(number: number): string {
  const tens = Math.floor(number / 10)
  const ones = number % 10
  const last = ones === 5 && tens > 0 ? 'lăm' : ones === 1 && tens > 1 ? 'mốt' : SPELT[ones]
  if (tens === 0) return SPELT[ones] ?? ''
  const ten = tens === 1 ? 'mười' : `${SPELT[tens]} mươi`
  return ones === 0 ? ten : `${ten} ${last}`
}

/** `NTMK`; null where two letters would be anything, or where the name is not only words. */
export function initials(name: string): string | null {
  const words = name.replace(/^(?:Đường|Phố) /u, '').split(' ')
  const isName = words.every((word) => /^\p{Lu}[\p{L}\p{M}]+$/u.test(word))
  // Longer ones are no names of people or days, which are what is known by its initials.
  return words.length < 3 || words.length > 4 || !isName
    ? null
    : withoutMarks(words.map((word) => word[0]).join(''))
}

/** `Q.5`, `H.Bình Chánh`, `TP.Thủ Đức`: a former district. */
export function shortDistrict(district: string): string {
  return district
    .replace(/^Quận /u, 'Q.')
    .replace(/^Huyện /u, 'H.')
    .replace(/^Thị xã /u, 'TX.')
    .replace(/^Thành phố /u, 'TP.')
}

/** `P.5`, `X.Bình Hưng`, `TT.Nhà Bè`: a ward. */
export function shortWard(ward: string): string {
  return ward
    .replace(/^Phường /u, 'P.')
    .replace(/^Xã /u, 'X.')
    .replace(/^Thị trấn /u, 'TT.')
}

/** `District 5`, `Ward 12`, `Binh Thanh District`: a former unit in English. */
export function englishUnit(unit: string): string {
  const [kind, name] = splitUnit(unit)
  const word = ENGLISH_KINDS[kind]
  if (word === undefined) return withoutMarks(unit)
  return /^\d/.test(name) ? `${word} ${name}` : `${withoutMarks(name)} ${word}`
}

const ENGLISH_KINDS: Readonly<Record<string, string>> = {
  Phường: 'Ward',
  Xã: 'Commune',
  Quận: 'District',
  Huyện: 'District',
  'Thị xã': 'Town',
  'Thị trấn': 'Town',
  'Đặc khu': 'Special Zone',
  Tỉnh: 'Province',
  'Thành phố': 'City',
}

/** `Nguyen Hue Street`, `Van Chuong Alley`. */
export function englishStreet(street: string): string {
  const [, kind = '', name = ''] = /^(Đường|Phố|Ngõ|Hẻm|Ngách)? ?(.*)$/u.exec(street) ?? []
  // `Đường Thành` is a name of its own.
  if (!name.includes(' ')) return `${withoutMarks(street)} Street`
  return `${withoutMarks(name)} ${/^(?:Ngõ|Hẻm|Ngách)$/u.test(kind) ? 'Alley' : 'Street'}`
}

function splitUnit(unit: string): readonly [kind: string, name: string] {
  const kind = Object.keys(ENGLISH_KINDS).find((each) => unit.startsWith(`${each} `)) ?? ''
  return [kind, unit.slice(kind.length).trim()]
}

/** Eth for đ, as in data that passed through Latin-1: `Ðường`. Null where there is no đ. */
export function withEth(text: string): string | null {
  return /[đĐ]/.test(text) ? text.replaceAll('đ', 'ð').replaceAll('Đ', 'Ð') : null
}

const TONE = '[\u0300\u0301\u0303\u0309\u0323]'
/** Ends of words where some write the tone on the first vowel and some on the second. */
const TONE_FIRST = new RegExp(`(o|(?<!q)u)(${TONE})([aey])(?![\\p{L}\\p{M}])`, 'giu')
const TONE_SECOND = new RegExp(`(o|(?<!q)u)([aey])(${TONE})(?![\\p{L}\\p{M}])`, 'giu')

/** `Hoà` for `Hòa` and `Hòa` for `Hoà`, `Mĩ` for `Mỹ`; null where there is nothing to change. */
export function otherTonePlace(text: string): string | null {
  const isOpen = (first: string, second: string) => /^(?:oa|oe|uy)$/i.test(first + second)
  const other = text
    .normalize('NFD')
    .replace(TONE_SECOND, (all, first, second, tone) =>
      isOpen(first, second) ? first + tone + second : all,
    )
  const moved =
    other === text.normalize('NFD')
      ? other.replace(TONE_FIRST, (all, first, tone, second) =>
          isOpen(first, second) ? first + second + tone : all,
        )
      : other
  const written = moved.normalize('NFC').replace(/(?<=[hklmst])ỹ(?!\p{L})/giu, 'ĩ')
  return written === text.normalize('NFC') ? null : written
}
