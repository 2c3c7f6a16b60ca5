import { charsOf, TEXT_CHARS_MAX } from '../text/tokens.ts'

/** The task for each address, which decides the columns behind its row. */
export type FileTask = 'geocode' | 'convert'

/** The answer to an address, or the reason for none. */
export type RowAnswer = Answered | { readonly fault: string }

export interface Answered {
  /** One for each of the task's columns but the last, `error`. */
  readonly cells: readonly string[]
  /** Groups the counts of rows: the match level, or the deciding evidence. */
  readonly level: string
  /** 0 to 1. */
  readonly confidence: number
}

/** Answers addresses, in their order. */
export type AskAddresses = (
  addresses: readonly string[],
) => readonly RowAnswer[] | Promise<readonly RowAnswer[]>

/** The reason why an address cannot be asked; null when it can. */
export function faultOfAddress(address: string): string | null {
  if (address === '') return 'The row has no address.'
  if (address.isWellFormed() && charsOf(address) <= TEXT_CHARS_MAX) return null
  return `An address must be Unicode text of 1 to ${TEXT_CHARS_MAX} characters.`
}
