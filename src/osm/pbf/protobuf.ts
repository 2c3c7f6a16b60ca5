import { fault } from '../fault.ts'

/*
 * Protocol Buffers' wire format, as much of it as OSM files use.
 * Source: protobuf.dev, "Encoding".
 *
 * A packed field is checked once, for ending with the last byte of a number; after that no number
 * that begins inside it can end outside, and the loops over it need no further check.
 */

const WIRE_VARINT = 0
const WIRE_64 = 1
const WIRE_BYTES = 2
const WIRE_32 = 5
const VARINT_BYTES_MAX = 10
const SUM_MAX = 2 ** 52

/** A part of the bytes: `from` up to, not including, `to`. */
export interface Range {
  readonly from: number
  readonly to: number
}

export const NO_BYTES: Range = { from: 0, to: 0 }

/** Walks the fields of one message, `from` to `to` of `bytes`. */
export class Fields {
  private readonly bytes: Uint8Array
  private pos: number
  private readonly end: number
  private wire = 0
  /** Number of the current field. */
  field = 0
  private from = 0
  private to = 0

  constructor(bytes: Uint8Array, from: number, to: number) {
    this.bytes = bytes
    this.pos = from
    this.end = to
  }

  /** Moves to the next field; false after the last. Unknown fields need no further call. */
  next(): boolean {
    if (this.pos >= this.end) return false
    const key = this.number()
    this.field = Math.floor(key / 8)
    this.wire = key % 8
    if (this.field === 0) fault('has a field without a number')
    let length = 0
    if (this.wire === WIRE_VARINT) {
      this.from = this.pos
      this.pos = endOfVarint(this.bytes, this.pos, this.end)
      this.to = this.pos
      return true
    }
    if (this.wire === WIRE_BYTES) length = this.number()
    else if (this.wire === WIRE_64) length = 8
    else if (this.wire === WIRE_32) length = 4
    else fault(`has a field of wire type ${this.wire}, which OSM files do not use`)
    if (length > this.end - this.pos) fault('has a field that is longer than its message')
    this.from = this.pos
    this.pos += length
    this.to = this.pos
    return true
  }

  /** The current field as a whole number, not negative, at most 2^53. */
  uint(): number {
    this.expect(WIRE_VARINT)
    return readUint(this.bytes, this.from, this.to)
  }

  /** The current field as `int64`, `int32` or `enum`. */
  int(): number {
    this.expect(WIRE_VARINT)
    if (this.to - this.from < VARINT_BYTES_MAX) return readUint(this.bytes, this.from, this.to)
    return exact(BigInt.asIntN(64, readLong(this.bytes, this.from, this.to)))
  }

  /** The current field as `sint64`. */
  sint(): number {
    this.expect(WIRE_VARINT)
    return unzigzag(this.bytes, this.from, this.to)
  }

  /** Start and end of the current field's bytes: a message, a string. */
  range(): Range {
    this.expect(WIRE_BYTES)
    return { from: this.from, to: this.to }
  }

  /** The same for a packed list, which comes in one piece: `before` is what was found so far. */
  list(before: Range): Range {
    if (before.to > before.from) fault(`has field ${this.field} in pieces`)
    return this.range()
  }

  /** The current field as text. */
  text(): string {
    this.expect(WIRE_BYTES)
    return new TextDecoder().decode(this.bytes.subarray(this.from, this.to))
  }

  /** Fields of the message in the current field. */
  message(): Fields {
    this.expect(WIRE_BYTES)
    return new Fields(this.bytes, this.from, this.to)
  }

  private expect(wire: number): void {
    if (this.wire !== wire) fault(`has field ${this.field} in wire type ${this.wire}, not ${wire}`)
  }

  private number(): number {
    const from = this.pos
    const first = this.bytes[from]!
    if (first < 0x80) {
      this.pos = from + 1
      return first
    }
    this.pos = endOfVarint(this.bytes, from, this.end)
    return readUint(this.bytes, from, this.pos)
  }
}

/** Count of the numbers in a packed field. Refuses one that ends in the middle of a number. */
export function countPacked(bytes: Uint8Array, list: Range): number {
  const { from, to } = list
  if (from === to) return 0
  if (bytes[to - 1]! >= 0x80) fault('has a list that ends in the middle of a number')
  let count = 0
  for (let p = from; p < to; p++) count += 1 - (bytes[p]! >> 7)
  return count
}

/**
 * Unpacks numbers below 2^32 into `out` from index `at`. The field must have passed `countPacked`
 * and `out` have room for that many.
 */
export function unpackUints(bytes: Uint8Array, list: Range, out: Uint32Array, at: number): void {
  const to = list.to
  let p = list.from
  let i = at
  while (p < to) {
    const b = bytes[p++]!
    if (b < 0x80) {
      out[i++] = b
      continue
    }
    const second = bytes[p++]!
    if (second < 0x80) {
      out[i++] = (b & 0x7f) | (second << 7)
      continue
    }
    const start = p - 2
    p = endOfVarint(bytes, start, to)
    const value = readUint(bytes, start, p)
    if (value > 0xffffffff) fault('has a number that is too large')
    out[i++] = value
  }
}

/**
 * Unpacks `sint64` deltas into `out` from index `at` as their running sums. Same conditions as
 * `unpackUints`. Sums are whole and stay within 2^53.
 */
export function unpackDeltas(bytes: Uint8Array, list: Range, out: Float64Array, at: number): void {
  const to = list.to
  let p = list.from
  let i = at
  let sum = 0
  while (p < to) {
    // One and two bytes are nearly all deltas; up to four fit a 32-bit integer.
    let b = bytes[p++]!
    let zigzag = b & 0x7f
    if (b >= 0x80) {
      b = bytes[p++]!
      zigzag |= (b & 0x7f) << 7
      if (b >= 0x80) {
        b = bytes[p++]!
        zigzag |= (b & 0x7f) << 14
        if (b >= 0x80) {
          b = bytes[p++]!
          zigzag |= (b & 0x7f) << 21
          if (b >= 0x80) {
            const start = p - 4
            p = endOfVarint(bytes, start, to)
            sum += unzigzag(bytes, start, p)
            // Only long deltas lead far; 2^25 short ones, a full block, add 2^52 at most.
            if (sum > SUM_MAX || sum < -SUM_MAX) fault('has a number that is too large')
            out[i++] = sum
            continue
          }
        }
      }
    }
    sum += (zigzag >>> 1) ^ -(zigzag & 1)
    out[i++] = sum
  }
}

function endOfVarint(bytes: Uint8Array, from: number, end: number): number {
  const last = Math.min(end, from + VARINT_BYTES_MAX)
  for (let p = from; p < last; p++) if (bytes[p]! < 0x80) return p + 1
  return fault(
    last === end ? 'ends in the middle of a number' : 'has a number of more than ten bytes',
  )
}

function readUint(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  let scale = 1
  for (let p = from; p < to; p++) {
    value += (bytes[p]! & 0x7f) * scale
    scale *= 128
  }
  if (value > Number.MAX_SAFE_INTEGER) fault('has a number that is too large')
  return value
}

function unzigzag(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > 7) {
    const long = readLong(bytes, from, to)
    return exact((long >> 1n) ^ -(long & 1n))
  }
  const zigzag = readUint(bytes, from, to)
  return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2
}

function readLong(bytes: Uint8Array, from: number, to: number): bigint {
  let value = 0n
  for (let p = to - 1; p >= from; p--) value = (value << 7n) | BigInt(bytes[p]! & 0x7f)
  return BigInt.asUintN(64, value)
}

function exact(value: bigint): number {
  if (value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER) {
    fault('has a number that is too large')
  }
  return Number(value)
}
