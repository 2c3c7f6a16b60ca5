import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export interface Phone {
  /** As dialled in Vietnam: `028 3829 2255`; a number abroad as dialled from there. */
  readonly national: string
  /** `+84 28 3829 2255`. */
  readonly international: string
}

/** Mappers write several numbers into one value. */
const SEPARATORS = /[;,/|]| hoặc | or /

/** The first number of the value that exists; null when there is none. */
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

function validNumber(text: string): PhoneNumber | null {
  const number = parsePhoneNumberFromString(text, 'VN')
  if (number?.isValid()) return number
  // Hanoi's area code was 4 until 2017; nothing else begins with it.
  const oldHanoi = /^(?:\+84|0084|84|0)?(4\d{8})$/.exec(text.replace(/[^\d+]/g, ''))?.[1]
  if (oldHanoi === undefined) return null
  const renumbered = parsePhoneNumberFromString(`+842${oldHanoi}`)
  return renumbered?.isValid() ? renumbered : null
}
