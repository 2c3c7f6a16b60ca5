/** An alley by its name. */
export interface AlleyName {
  /**
   * House number of its mouth on the parent street, then on each alley on the way in, as houses
   * inside are numbered: `250/39/50` for `Hẻm 50 Ngách 39 Ngõ 250 Kim Giang`. Null when it has a
   * name of its own (`Ngõ Hàng Bột`).
   */
  readonly chain: string | null
  /** `Kim Giang`, with its type when it is written; null when the name has none. */
  readonly parentStreet: string | null
}

/**
 * Words for an alley: ngõ and ngách (an alley of an alley) in the north, kiệt in the centre, hẻm
 * in the south and for the third level in the north. The last three are slips of the pen.
 */
export const ALLEY_WORD = /^(?:ngõ|ngách|hẻm|kiệt|hẽm|nghách|ngàch)$/iu
/** Typed without marks they count only before a number: `Ngô Y Te` is a name, `Hem 45` is not. */
export const BARE_ALLEY_WORD = /^(?:ngo|ngach|hem|kiet)$/iu
/** `45`, `12A`, `6/9`, `129/8-10`, `A6`: a word that is a number of a house. */
export const CHAIN = /^(?:\d{1,4}\p{L}?|\p{L}\d{1,4})(?:[/-]\d{1,4}\p{L}?)*$/u
/** `3/2`, `30-4`: a day that streets are named after, and `3 Tháng 2`. */
export const DAY = /^(?:[12]?\d|3[01])[/-](?:\d|1[0-2])$/u

/** Null when the name is not one of an alley. */
export function alleyName(name: string): AlleyName | null {
  const words = name.split(' ')
  const steps: string[] = []
  // `Ngõ 12 ngách 58` goes inwards, `Ngách 58 Ngõ 12` outwards.
  const isInwards = /^ngõ$/iu.test(words[0] ?? '')
  let at = 0
  let isAlley = false
  while (at < words.length) {
    const word = words[at] ?? ''
    const next = words[at + 1] ?? ''
    const isNumbered = CHAIN.test(next)
    if (!ALLEY_WORD.test(word) && !(BARE_ALLEY_WORD.test(word) && isNumbered)) break
    isAlley = true
    at++
    if (isNumbered) {
      if (isInwards) steps.push(next)
      else steps.unshift(next)
      at++
    } else break
  }
  if (!isAlley) return numberedRoad(words)
  const rest = words
    .slice(at)
    .join(' ')
    .replace(/^[-–,] ?/u, '') // `Ngõ 387 - Hoàng Quốc Việt`
  if (steps.length === 0) return { chain: null, parentStreet: null }
  // `Ngách 221 Ngõ Thịnh Quang`: the parent is itself an alley, with a name.
  const chain = steps.join('/')
  const last = words[at - 1] ?? ''
  const named = ALLEY_WORD.test(last) ? `${last} ${rest}` : rest
  return { chain, parentStreet: named === '' ? null : named }
}

/**
 * `718 Trần Hưng Đạo`: in the south an alley often carries just the number of its mouth. Not
 * `30 Tháng 4` and `3/2`, which are days, and not a number alone.
 */
function numberedRoad(words: readonly string[]): AlleyName | null {
  const [first = '', second = ''] = words
  if (words.length < 3 || !isHouseNumber(first)) return null
  if (/^tháng$/iu.test(second) || !/^\p{Lu}/u.test(second)) return null
  return { chain: first, parentStreet: words.slice(1).join(' ') }
}

/** Whether a word can only be the number of a house: `8B`, `129/8-10`, but not `3/2`, a day. */
export function isHouseNumber(word: string): boolean {
  return /^\d/.test(word) && CHAIN.test(word) && !DAY.test(word)
}
