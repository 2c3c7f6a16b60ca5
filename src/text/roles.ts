import { assert } from '../base/assert.ts'

/*
 * The roles that a word may have in a text: the beginning of a short form, of a floor, the end of a
 * word for a kind of place. Every word of every query is looked for in all these tables, and most
 * are in none. So its roles are found once, one bit for each table, and stay with it.
 */

/** A bit, or several. */
export type Roles = number

/** The word begins with a digit: `12`, `12a`, `3`. */
export const NUMBER: Roles = 1

const FIRST_DIGIT = 0x30
const LAST_DIGIT = 0x39

/** With the next one `allRoles` would be a number below zero. */
const LAST_ROLE: Roles = 2 ** 30

const rolesOfWord = new Map<string, Roles>()
let lastRole: Roles = NUMBER

/** A new role, that of these folded words. */
export function roleOf(words: Iterable<string>): Roles {
  assert(lastRole < LAST_ROLE, 'a word has a bit for every role')
  lastRole <<= 1
  for (const word of words) rolesOfWord.set(word, (rolesOfWord.get(word) ?? 0) | lastRole)
  return lastRole
}

/** All that there are by now: modules that load later bring theirs. */
export function allRoles(): Roles {
  return 2 * lastRole - 1
}

/** The roles of a folded word. */
export function rolesIn(folded: string): Roles {
  const first = folded.charCodeAt(0)
  const isNumber = first >= FIRST_DIGIT && first <= LAST_DIGIT
  return (rolesOfWord.get(folded) ?? 0) | (isNumber ? NUMBER : 0)
}
