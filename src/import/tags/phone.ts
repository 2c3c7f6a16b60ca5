import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'

export interface Phone {
  /** As dialled in Vietnam: `028 3829 2255`; a number abroad as dialled from there. */
  readonly national: string
  /** `+84 28 3829 2255`. */
  readonly international: string
}

/** Mappers write several numbers into one value. */
const SEPARATORS = /[;,/|]| hoặc | or /

/** The first number of the value that can be dialled today; null when there is none. */
export function phoneOf(value: string): Phone | null {
  for (const part of value.split(SEPARATORS)) {
    const number = validNumber(part.trim())
    if (number === null) continue
    const international = number.formatInternational()
    const isHere = number.countryCallingCode === '84'
    return { national: isHere ? number.formatNational() : international, international }
  }
  return null
}

/** A number that is valid as written is never taken for an old one. */
function validNumber(text: string): PhoneNumber | null {
  const number = parsePhoneNumberFromString(text, 'VN')
  if (number?.isValid()) return number
  const today = renumbered(text)
  const found = today === null ? undefined : parsePhoneNumberFromString(`+84${today}`)
  return found?.isValid() ? found : null
}

/**
 * Area codes that were replaced in 2017, in three steps (decision 2036/QĐ-BTTTT of 21 November
 * 2016): old and new. Numbers within an area stayed as they were: 8 digits in Hanoi and Ho Chi
 * Minh City, else 7, of which the first is 2 to 7.
 */
const AREA_CODES: ReadonlyMap<string, string> = pairs(`
  22 212  231 213  20 214  230 215  29 216  52 232  53 233  54 234  510 235  511 236  37 237
  38 238  39 239
  33 203  240 204  25 205  26 206  27 207  280 208  281 209  320 220  321 221  241 222  31 225
  351 226  36 227  350 228  30 229  780 290  781 291  710 292  711 293  74 294  76 296  77 297
  79 299
  4 24  8 28  61 251  62 252  64 254  55 255  56 256  57 257  58 258  68 259  60 260  501 261
  500 262  63 263  59 269  70 270  651 271  72 272  73 273  650 274  75 275  66 276  67 277`)

/**
 * Mobile numbers lost a digit in 2018 (decision 798/QĐ-BTTTT of 31 May 2018): old and new
 * beginnings, of MobiFone, Vinaphone, Viettel, and Vietnamobile and Gmobile; 7 digits follow.
 */
const MOBILE_CODES: ReadonlyMap<string, string> = pairs(`
  120 70  121 79  122 77  126 76  128 78
  123 83  124 84  125 85  127 81  129 82
  162 32  163 33  164 34  165 35  166 36  167 37  168 38  169 39
  186 56  188 58  199 59`)

/** Without an area code the place of a number is unknown. */
const OLD_NUMBER = /^(?:(?:\+|00)?840?|0)([1-8]\d{7,9})$/

/** The national number of today, without 0, of one from before 2017 or 2018; null for others. */
function renumbered(text: string): string | null {
  const old = OLD_NUMBER.exec(text.replace(/[^\d+]/g, ''))?.[1]
  if (old === undefined) return null
  for (const digits of [3, 2, 1]) {
    const [code, rest] = [old.slice(0, digits), old.slice(digits)]
    const mobile = MOBILE_CODES.get(code)
    if (mobile !== undefined && rest.length === 7) return mobile + rest
    const area = AREA_CODES.get(code)
    const restDigits = digits === 1 ? 8 : 7
    if (area !== undefined && rest.length === restDigits && /^[2-7]/.test(rest)) return area + rest
  }
  return null
}

function pairs(table: string): ReadonlyMap<string, string> {
  const words = table.trim().split(/\s+/)
  return new Map(words.flatMap((old, i) => (i % 2 === 0 ? [[old, words[i + 1] ?? '']] : [])))
}
