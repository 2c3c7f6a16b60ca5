import { ServiceError } from '../../base/errors.ts'

/*
 * The first 127 bytes of a PMTiles archive (PMTiles 3, section 3), little-endian: magic "PMTiles",
 * version, then numbers of 8 bytes in the order of SECTIONS, three counts, six flags, and box and
 * centre in 1e-7 degrees.
 */

export const HEADER_BYTES = 127
const MAGIC = 'PMTiles'
const VERSION = 3
const GZIP = 2
const TYPE_MVT = 1

export interface Section {
  readonly offset: number
  readonly length: number
}

export interface ArchiveHeader {
  readonly root: Section
  readonly metadata: Section
  readonly leaves: Section
  readonly tiles: Section
  /** Tiles that can be asked for, entries that tell where they are, different tiles. */
  readonly addressed: number
  readonly entries: number
  readonly contents: number
  readonly zoomMin: number
  readonly zoomMax: number
  /** West, south, east, north, degrees. */
  readonly bounds: readonly [number, number, number, number]
  readonly center: readonly [lon: number, lat: number, zoom: number]
}

const SECTIONS = ['root', 'metadata', 'leaves', 'tiles'] as const
const COUNTS = ['addressed', 'entries', 'contents'] as const

/** Throws `INVALID_DATASET` for what is no archive of gzipped vector tiles. */
export function readHeader(bytes: Uint8Array): ArchiveHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isArchive =
    bytes.length >= HEADER_BYTES &&
    new TextDecoder().decode(bytes.subarray(0, 7)) === MAGIC &&
    bytes[7] === VERSION
  if (!isArchive) damaged('is no PMTiles archive of version 3')
  if (bytes[97] !== GZIP || bytes[98] !== GZIP || bytes[99] !== TYPE_MVT) {
    damaged('does not hold gzipped vector tiles')
  }
  const number = (at: number) => Number(view.getBigUint64(at, true))
  const section = (i: number) => ({ offset: number(8 + 16 * i), length: number(16 + 16 * i) })
  const degrees = (at: number) => view.getInt32(at, true) / 1e7
  const header = {
    root: section(0),
    metadata: section(1),
    leaves: section(2),
    tiles: section(3),
    addressed: number(72),
    entries: number(80),
    contents: number(88),
    zoomMin: bytes[100]!,
    zoomMax: bytes[101]!,
    bounds: [degrees(102), degrees(106), degrees(110), degrees(114)],
    center: [degrees(119), degrees(123), bytes[118]!],
  } as const
  for (const name of SECTIONS) {
    if (header[name].offset + header[name].length > bytes.length) damaged('is cut short')
  }
  return header
}

export function writeHeader(header: ArchiveHeader): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(MAGIC))
  bytes[7] = VERSION
  SECTIONS.forEach((name, i) => {
    view.setBigUint64(8 + 16 * i, BigInt(header[name].offset), true)
    view.setBigUint64(16 + 16 * i, BigInt(header[name].length), true)
  })
  COUNTS.forEach((name, i) => {
    view.setBigUint64(72 + 8 * i, BigInt(header[name]), true)
  })
  // Clustered: the tiles stand in the order of their ids.
  bytes.set([1, GZIP, GZIP, TYPE_MVT, header.zoomMin, header.zoomMax], 96)
  const degrees = (at: number, value: number) => view.setInt32(at, Math.round(value * 1e7), true)
  header.bounds.forEach((value, i) => {
    degrees(102 + 4 * i, value)
  })
  bytes[118] = header.center[2]
  degrees(119, header.center[0])
  degrees(123, header.center[1])
  return bytes
}

function damaged(fault: string): never {
  throw new ServiceError(
    'INVALID_DATASET',
    `The base map ${fault}. Run 'saola datasets verify', then import again or roll back.`,
  )
}
