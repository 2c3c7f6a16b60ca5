import { assert } from './assert.ts'
import { ServiceError } from './errors.ts'

/*
 * An index file: named typed arrays behind a directory, little-endian, made to be memory-mapped.
 *
 *   magic       8 bytes   "SAOLAIDX"
 *   directory   Uint32    length of the directory in bytes
 *   (padding)   Uint32    0
 *   directory   JSON      { kind, version, rules, sections: [{ name, type, offset, length }] }
 *   sections    each at a multiple of 64 bytes; `offset` in bytes from the start of the file,
 *               `length` in elements
 *
 * Opening costs one small JSON.parse and no copy, whatever the size of the data.
 */

const MAGIC = 'SAOLAIDX'
const HEADER_BYTES = 16
const ALIGNMENT_BYTES = 64
/** Room for `rules` in the directory. */
const RULES_BYTES = 512

/** By which rules a file was made: the fingerprint of each table of rules, by its name. */
export type Rules = Readonly<Record<string, string>>

const CONSTRUCTORS = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const

type SectionType = keyof typeof CONSTRUCTORS
export type SectionArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float64Array
export type SectionArrayOf<T extends SectionType> = InstanceType<(typeof CONSTRUCTORS)[T]>

interface Section {
  readonly name: string
  readonly type: SectionType
  readonly offset: number
  readonly length: number
}

interface Directory {
  readonly kind: string
  readonly version: number
  /** Absent where nobody has told them (`setRules`). */
  readonly rules?: Rules
  readonly sections: readonly Section[]
}

/** Typed views into one opened index file; they share its memory. */
export interface Container {
  /** The section of that name and type; a missing one is a damaged file (`INVALID_DATASET`). */
  section<T extends SectionType>(name: string, type: T): SectionArrayOf<T>
  /** The same; null when the file has no such section, as older ones may. */
  find<T extends SectionType>(name: string, type: T): SectionArrayOf<T> | null
}

/** The bytes of an index file that holds `sections` in the order given. */
export function writeContainer(
  kind: string,
  version: number,
  sections: Readonly<Record<string, SectionArray>>,
): Uint8Array<ArrayBuffer> {
  return joinPieces(containerPieces(kind, version, sections))
}

/**
 * The same bytes as pieces to be written one after the other. Those of the sections are views of
 * them: a large index is not held twice.
 */
export function containerPieces(
  kind: string,
  version: number,
  sections: Readonly<Record<string, SectionArray>>,
): readonly Uint8Array[] {
  const entries = Object.entries(sections)
  const layout = (directoryBytes: number): Section[] => {
    let offset = align(HEADER_BYTES + directoryBytes)
    return entries.map(([name, array]) => {
      const section = { name, type: typeOf(array), offset, length: array.length }
      offset = align(offset + array.byteLength)
      return section
    })
  }
  // Offsets are part of the directory whose length moves them: reserve for the longest numbers.
  const unplaced = encodeDirectory({ kind, version, sections: layout(0) })
  const reservedBytes = unplaced.length + entries.length * 12 + RULES_BYTES
  const directory = encodeDirectory({ kind, version, sections: layout(reservedBytes) })
  assert(directory.length <= reservedBytes, 'the directory fits its reserve')
  const head = new Uint8Array(align(HEADER_BYTES + reservedBytes))
  head.set(new TextEncoder().encode(MAGIC), 0)
  new DataView(head.buffer).setUint32(8, directory.length, true)
  head.set(directory, HEADER_BYTES)
  const pieces: Uint8Array[] = [head]
  for (const [, array] of entries) {
    pieces.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    pieces.push(new Uint8Array(align(array.byteLength) - array.byteLength))
  }
  return pieces
}

/** Pieces of a file as one. */
export function joinPieces(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/**
 * Opens an index file of `kind` and `version`. Throws `INVALID_DATASET` with what to do when the
 * bytes are something else, are cut short, or were written by another version of Saola.
 */
export function openContainer(bytes: Uint8Array, kind: string, version: number): Container {
  const directory = readDirectory(bytes, kind)
  if (directory.kind !== kind) damaged(kind, `is a ${directory.kind} index`)
  if (directory.version !== version) {
    throw new ServiceError(
      'INVALID_DATASET',
      `The ${kind} index has format ${directory.version}, this Saola reads format ${version}. ` +
        "Run 'saola datasets rebuild'; a road graph or boundaries have to be imported again.",
    )
  }
  const byName = new Map(directory.sections.map((section) => [section.name, section]))
  return {
    find(name, type) {
      return byName.has(name) ? this.section(name, type) : null
    },
    section(name, type) {
      const found = byName.get(name)
      if (!found || found.type !== type) damaged(kind, `has no section ${name} of type ${type}`)
      const ctor = CONSTRUCTORS[type]
      if (found.offset + found.length * ctor.BYTES_PER_ELEMENT > bytes.length) {
        damaged(kind, `ends before its section ${name}`)
      }
      const view = new ctor(
        bytes.buffer as ArrayBuffer,
        bytes.byteOffset + found.offset,
        found.length,
      )
      return view as SectionArrayOf<typeof type>
    },
  }
}

/** Writes into the bytes of an index file by which rules it was made; other bytes stay. */
export function setRules(bytes: Uint8Array, rules: Rules): void {
  const directory = readDirectory(bytes, 'new')
  const encoded = encodeDirectory({ ...directory, rules })
  const first = Math.min(...directory.sections.map(({ offset }) => offset))
  assert(HEADER_BYTES + encoded.length <= first, 'the rules fit their reserve')
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(8, encoded.length, true)
  bytes.set(encoded, HEADER_BYTES)
}

/** By which rules an index file was made, of its first bytes; none where it does not tell. */
export function rulesIn(bytes: Uint8Array): Rules {
  return readDirectory(bytes, 'opened').rules ?? {}
}

function readDirectory(bytes: Uint8Array, kind: string): Directory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = new TextDecoder()
  if (bytes.length < HEADER_BYTES || text.decode(bytes.subarray(0, 8)) !== MAGIC) {
    damaged(kind, 'is not an index file')
  }
  const directoryBytes = view.getUint32(8, true)
  if (HEADER_BYTES + directoryBytes > bytes.length) damaged(kind, 'is cut short')
  try {
    const json = text.decode(bytes.subarray(HEADER_BYTES, HEADER_BYTES + directoryBytes))
    return JSON.parse(json) as Directory
  } catch {
    return damaged(kind, 'has an unreadable directory')
  }
}

function damaged(kind: string, fault: string): never {
  throw new ServiceError(
    'INVALID_DATASET',
    `The ${kind} index ${fault}. Run 'saola datasets verify', then import again or roll back.`,
  )
}

function encodeDirectory(directory: Directory): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(directory))
}

function typeOf(array: SectionArray): SectionType {
  for (const [type, ctor] of Object.entries(CONSTRUCTORS)) {
    if (array instanceof ctor) return type as SectionType
  }
  throw new ServiceError('INTERNAL_ERROR', 'An index section has no known element type.')
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES
}
