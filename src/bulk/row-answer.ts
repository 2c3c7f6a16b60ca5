import { charsOf, TEXT_CHARS_MAX } from '../text/tokens.ts'

/** What is asked of an address, and so what is written behind its row. */
export type FileTask = 'geocode' | 'convert'

/** An address that was answered, or why it was not. */
export type RowAnswer = Answered | { readonly fault: string }

export interface Answered {
  /** One for each of the task's columns but the last, `error`. */
  readonly cells: readonly string[]
  /** By which rows are counted: match level, or what decided. */
  readonly level: string
  /** 0 to 1. */
  readonly confidence: number
}

/** Answers addresses, in their order. */
export type AskAddresses = (
  addresses: readonly string[],
) => readonly RowAnswer[] | Promise<readonly RowAnswer[]>

/** Why an address cannot be asked; null for one that can. */
export function faultOfAddress(address: string): string | null {
  if (address === '') return 'The row has no address.'
  if (address.isWellFormed() && charsOf(address) <= TEXT_CHARS_MAX) return null
  return `An address must be Unicode text of 1 to ${TEXT_CHARS_MAX} characters.`
}
