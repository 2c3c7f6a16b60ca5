import { assert } from '../../base/assert.ts'
import type { OnStep } from '../../base/on-step.ts'
import { hashOfLetters, sameLetters } from '../../text/fold.ts'
import { NONE, type SearchIndex } from '../index/layout.ts'
import { answerOf, successorOf, writeAddress } from './answer.ts'

/*
 * Places by their full address, written as answers write it. Many texts to geocode come from an
 * answer: they need no search, and lead back to their place even where they may mean others.
 *
 *   written  Uint32[2 · 2^k]  rows, open addressing with linear probing, at most half full: hash of
 *                             the letters of the address, place + 1 with SEVERAL; 0 is free
 */

/** Flag: other places have the same address; this one is worth most. */
const SEVERAL = 0x80000000
const PLACE = 0x7fffffff

const COLUMNS = 2
const ROWS_MIN = 16

const ASCII_MAX = 0x7f

/** An empty table for so many places, Uint32. */
export function addressTable(places: number): Uint32Array {
  let rows = ROWS_MIN
  while (rows < 2 * places) rows *= 2
  return new Uint32Array(COLUMNS * rows)
}

/**
 * Enters the addresses of all places into the table of the index, which must be empty. A former
 * unit that answers show as its successor has no address of its own.
 */
export function enterAddresses(index: SearchIndex, onStep: OnStep): void {
  for (let place = 0; place < index.places; place++) {
    onStep('addresses', place / index.places)
    if (successorOf(index, place) === place) enter(index, place)
  }
}

function enter(index: SearchIndex, place: number): void {
  const { written } = index
  const address = writeAddress(index, place)
  const hash = hashOfLetters(address)
  const rows = written.length / COLUMNS
  for (let row = hash & (rows - 1); ; row = (row + 1) & (rows - 1)) {
    const at = COLUMNS * row
    if (written[at + 1] === 0) {
      written[at] = hash
      written[at + 1] = place + 1
      return
    }
    if (written[at] !== hash) continue
    const other = (written[at + 1]! & PLACE) - 1
    if (writeAddress(index, other) !== address) continue
    written[at + 1] = (written[at + 1]! | SEVERAL) >>> 0
    return
  }
}

/**
 * The place whose address the text is, with or without diacritics, in any case; NONE when there is
 * none, when several are alike, or when several are equal and `isNearWanted`. `text` is NFC.
 */
export function placeOfAddress(index: SearchIndex, text: string, isNearWanted: boolean): number {
  const { written } = index
  const rows = written.length / COLUMNS
  const hash = hashOfLetters(text)
  let alike = NONE
  let count = 0
  for (
    let row = hash & (rows - 1);
    written[COLUMNS * row + 1] !== 0;
    row = (row + 1) & (rows - 1)
  ) {
    if (written[COLUMNS * row] !== hash) continue
    const entry = written[COLUMNS * row + 1]!
    const place = (entry & PLACE) - 1
    const { address } = answerOf(index, place, 'vi')
    if (!sameLetters(text, address) || !marksAgree(text, address)) continue
    const isSure = !isNearWanted || (entry & SEVERAL) === 0
    if (address === text) return isSure ? place : NONE
    alike = place
    count += isSure ? 1 : 2
  }
  return count === 1 ? alike : NONE
}

/** Whether texts of the same letters have the same marks where the first has any. */
function marksAgree(text: string, address: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit <= ASCII_MAX || unit === address.charCodeAt(i)) continue
    if (text[i]!.toLowerCase() !== address[i]!.toLowerCase()) return false
  }
  return true
}

/** Throws when look-ups in the table would not end, or lead to no place. */
export function checkAddressHash({ written, places }: SearchIndex): void {
  const rows = written.length / COLUMNS
  assert(rows >= ROWS_MIN && (rows & (rows - 1)) === 0, 'the table of addresses is a power of two')
  let taken = 0
  for (let at = 0; at < written.length; at += COLUMNS) {
    const place = written[at + 1]! & PLACE
    assert(place <= places, 'an address leads to a place')
    if (place !== 0) taken++
  }
  assert(2 * taken <= rows, 'the table of addresses has room')
}
