import { foldToken, joinApostrophes, WORD } from '../../text/fold.ts'

/** Words for what a unit is, former kinds included. */
const UNIT_TYPE = /^(?:thành phố|thị trấn|thị xã|tỉnh|quận|huyện|phường|xã|đặc khu)\s+/iu

/** The name without the word for what it is: `Bến Nghé`, and `5` of `Phường 5`. */
export function bareUnitName(name: string): string {
  return name.replace(UNIT_TYPE, '')
}

/** Equal for spellings that differ in case, blanks and the place of the tone mark alone. */
export function spellingKey(name: string): string {
  return (name.match(WORD) ?? []).map((word) => foldToken(joinApostrophes(word)).marked).join(' ')
}
