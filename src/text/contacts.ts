import { CONTACT_LABELS, HOUSE_WORDS } from './lexicon/addresses.ts'
import { roleOf } from './roles.ts'
import { isNumber, type Token } from './tokens.ts'
import { wordsAt } from './word-table.ts'

/*
 * Contacts and tax numbers, as they stand beside the address in orders, on invoices and on cards:
 * `0912 345 678`, `MST: 0312345678`, `Email: info@saomai.vn`. They are no part of the place.
 */

/** The first word of those in front of a contact. */
export const BEGINS_CONTACT = roleOf(CONTACT_LABELS.keys())

/** End of the contact that begins at token `at`, its word included; null for none. */
export function contactEnd(
  tokens: readonly Token[],
  at: number,
  mayHaveMail: boolean,
): number | null {
  const label = tokens[at]!.has(BEGINS_CONTACT) ? wordsAt(CONTACT_LABELS, tokens, at) : null
  if (label === null) {
    const end = mayBeginPhone(tokens[at]!) ? numberEnd(tokens, at, PHONE) : null
    return end ?? (mayHaveMail ? mailEnd(tokens, at) : null)
  }
  const { end, means } = label
  switch (means.behind) {
    case 'phone':
      return numberEnd(tokens, end, PHONE) ?? numberEnd(tokens, end, LOCAL_PHONE)
    case 'office number':
      return officeNumberEnd(tokens, end)
    case 'link':
      return linkEnd(tokens, end)
  }
}

/** Whether the text has a mail address: only then one is looked for without a word before it. */
export function hasMail(tokens: readonly Token[]): boolean {
  for (let i = 0; i < tokens.length; i++) if (tokens[i]!.before === '@') return true
  return false
}

/**
 * A zero or the code of the country, then nine digits, of telephones with a line ten; hot lines.
 * No house has so many.
 */
const PHONE = /^(?:(?:0|(?:00)?840?)(?:[12][0-9]{8,9}|[3-9][0-9]{8})|1[89]00[0-9]{4,6})$/
/** By its first digit: most numbers are of houses, and need but this look. */
function mayBeginPhone({ folded }: Token): boolean {
  const first = folded.charCodeAt(0)
  return first === 0x30 || first === 0x31 || first === 0x38
}

const LOCAL_PHONE = /^[1-9][0-9]{6,7}$/
/** Of firms, since of their own; of persons, of before and today. */
const OFFICE_NUMBER = /^(?:[0-9]{9,10}|[0-9]{12,13})$/
/** Of a branch, behind the number of the firm: `0312345678-001`. */
const BRANCH = /^[0-9]{3}$/
const DIGITS_MAX = 14
/** Separators of digits within one number: on the next line another one begins. */
const DIGITS_SEAM = /^[ \t.\-()]*$/

/**
 * End of the longest number whose digits begin at token `at`, in one piece or in several. A number
 * in one piece takes no more pieces: in `0912345678 1 Nguyễn Trãi` the 1 is of a house.
 */
function numberEnd(tokens: readonly Token[], at: number, pattern: RegExp): number | null {
  let digits = ''
  let found: number | null = null
  for (let end = at; end < tokens.length && digits.length < DIGITS_MAX; end++) {
    const { folded, before } = tokens[end]!
    if (!/^[0-9]+$/.test(folded) || (end > at && !DIGITS_SEAM.test(before))) break
    digits += folded
    if (!pattern.test(digits)) continue
    found = end + 1
    if (end === at) break
  }
  return found
}

function officeNumberEnd(tokens: readonly Token[], at: number): number | null {
  const end = numberEnd(tokens, at, OFFICE_NUMBER)
  const branch = end === null ? undefined : tokens[end]
  return end !== null && branch?.before === '-' && BRANCH.test(branch.folded) ? end + 1 : end
}

function mailEnd(tokens: readonly Token[], at: number): number | null {
  const end = linkEnd(tokens, at)
  return tokens.slice(at + 1, end ?? at).some(({ before }) => before === '@') ? end : null
}

/** End of the text without blanks at token `at`; null if no point or at sign is in it. */
function linkEnd(tokens: readonly Token[], at: number): number | null {
  let isLink = false
  let end = at + 1
  for (; end < tokens.length && /^[^\s,;]*$/.test(tokens[end]!.before); end++) {
    if (/[.@]/.test(tokens[end]!.before)) isLink = true
  }
  return isLink ? end : null
}

/** Whether a house follows a contact, as in orders: `Nguyễn Văn A, 0912345678, 12 …`. */
export function opensHouse(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined) return false
  return isNumber(token) || HOUSE_WORDS.has(token.folded)
}
