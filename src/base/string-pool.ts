import { assert } from './assert.ts'

/*
 * Distinct strings as one run of UTF-8 bytes.
 *
 *   bytes    Uint8[…]       the strings, one after the other
 *   offsets  Uint32[n + 1]  where each begins in bytes; ascending; string 0 is empty
 */

export interface StringPool {
  readonly bytes: Uint8Array
  readonly offsets: Uint32Array
}

/** Gathers strings; equal ones get the same id. Id 0 is the empty string. */
export class StringPoolWriter {
  private readonly ids = new Map<string, number>([['', 0]])

  add(text: string): number {
    const known = this.ids.get(text)
    if (known !== undefined) return known
    const id = this.ids.size
    this.ids.set(text, id)
    return id
  }

  finish(): StringPool {
    const encoder = new TextEncoder()
    const offsets = new Uint32Array(this.ids.size + 1)
    const parts: Uint8Array[] = []
    let total = 0
    let id = 0
    for (const text of this.ids.keys()) {
      const part = encoder.encode(text)
      parts.push(part)
      offsets[id++] = total
      total += part.length
    }
    offsets[id] = total
    const bytes = new Uint8Array(total)
    parts.forEach((part, i) => {
      bytes.set(part, offsets[i])
    })
    return { bytes, offsets }
  }
}

/** The bytes of each pool as a Buffer, which decodes a stretch without a view of it. */
const buffers = new WeakMap<Uint8Array, Buffer>()

function bufferOf(bytes: Uint8Array): Buffer {
  let buffer = buffers.get(bytes)
  if (!buffer) {
    buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    buffers.set(bytes, buffer)
  }
  return buffer
}

/** String `id` of the pool; costs one decoding. */
export function stringAt(pool: StringPool, id: number): string {
  const start = pool.offsets[id]!
  const end = pool.offsets[id + 1]!
  return start === end ? '' : bufferOf(pool.bytes).toString('utf8', start, end)
}

/** Length of string `id` of the pool, bytes. */
export function bytesAt({ offsets }: StringPool, id: number): number {
  return offsets[id + 1]! - offsets[id]!
}

/** The last byte of string `id` of the pool, which is not empty. */
export function lastByteAt({ bytes, offsets }: StringPool, id: number): number {
  return bytes[offsets[id + 1]! - 1]!
}

/** Orders string `id` of the pool against `key` by bytes: negative when it comes first. */
export function compareAt(pool: StringPool, id: number, key: Uint8Array): number {
  const { bytes, offsets } = pool
  const start = offsets[id]!
  const length = offsets[id + 1]! - start
  const shared = Math.min(length, key.length)
  for (let i = 0; i < shared; i++) {
    const difference = bytes[start + i]! - key[i]!
    if (difference !== 0) return difference
  }
  return length - key.length
}

/** Orders two strings of the pool by bytes: negative when `a` comes first. */
export function compareStrings({ bytes, offsets }: StringPool, a: number, b: number): number {
  const aStart = offsets[a]!
  const bStart = offsets[b]!
  const aLength = offsets[a + 1]! - aStart
  const bLength = offsets[b + 1]! - bStart
  const shared = Math.min(aLength, bLength)
  for (let i = 0; i < shared; i++) {
    const difference = bytes[aStart + i]! - bytes[bStart + i]!
    if (difference !== 0) return difference
  }
  return aLength - bLength
}

/** Whether string `id` of the pool begins with the bytes of `prefix`. */
export function startsWithAt(pool: StringPool, id: number, prefix: Uint8Array): boolean {
  const { bytes, offsets } = pool
  const start = offsets[id]!
  if (offsets[id + 1]! - start < prefix.length) return false
  for (let i = 0; i < prefix.length; i++) if (bytes[start + i] !== prefix[i]) return false
  return true
}

/** Whether string `id` of the pool holds that byte. */
export function includesAt({ bytes, offsets }: StringPool, id: number, byte: number): boolean {
  for (let i = offsets[id]!; i < offsets[id + 1]!; i++) if (bytes[i] === byte) return true
  return false
}

/** Throws when the offsets do not ascend from 0 to the end of the bytes. */
export function checkPool(pool: StringPool): void {
  const { bytes, offsets } = pool
  assert(offsets.length > 0 && offsets[0] === 0, 'a string pool begins at 0')
  assert(offsets.at(-1) === bytes.length, 'a string pool ends with its bytes')
  for (let i = 1; i < offsets.length; i++) {
    assert(offsets[i]! >= offsets[i - 1]!, 'the offsets of a string pool ascend')
  }
}
