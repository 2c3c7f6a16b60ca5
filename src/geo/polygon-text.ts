import { E7 } from './point.ts'

/**
 * A polygon as files have it: degrees, lon and lat in turn, rings closed and one behind the other.
 *
 *   xy    Float64[2n]  degrees
 *   ends  number of points up to the end of each ring; the first ring is the outer one
 */
export interface PolygonDeg {
  readonly xy: Float64Array
  readonly ends: ArrayLike<number> & Iterable<number>
}

/** The punctuation of several polygons in a format. All ASCII. */
export interface PolygonSyntax {
  readonly none: string
  readonly open: string
  readonly close: string
  /** Around each polygon, and around each ring. */
  readonly listOpen: string
  readonly listClose: string
  readonly pointOpen: string
  readonly pointClose: string
  /** Between lon and lat. */
  readonly between: string
}

/** The coordinates of a GeoJSON MultiPolygon (RFC 7946, 3.1.7). */
export const GEOJSON_SYNTAX: PolygonSyntax = {
  none: '[]',
  open: '[',
  close: ']',
  listOpen: '[',
  listClose: ']',
  pointOpen: '[',
  pointClose: ']',
  between: ',',
}

/** Well-known text (OGC 06-103r4, 7.2): always a MULTIPOLYGON. */
export const WKT_SYNTAX: PolygonSyntax = {
  none: 'MULTIPOLYGON EMPTY',
  open: 'MULTIPOLYGON(',
  close: ')',
  listOpen: '(',
  listClose: ')',
  pointOpen: '',
  pointClose: '',
  between: ' ',
}

/** A page is handed on when it holds this much: large enough for gzip, small beside a request. */
const PAGE_BYTES = 64 * 1024
/** More than a point takes: two numbers of 12 characters and the punctuation around them. */
const POINT_BYTES_MAX = 32
const COMMA = 44
const MINUS = 45
const DOT = 46
const ZERO = 48

/**
 * Text in the making, as UTF-8. It is taken away page by page, so that a text of any length needs
 * the memory of one page.
 */
export class TextPage {
  #bytes = new Uint8Array(PAGE_BYTES)
  #at = 0

  get isFull(): boolean {
    return this.#at + POINT_BYTES_MAX > this.#bytes.length
  }

  get isEmpty(): boolean {
    return this.#at === 0
  }

  write(text: string): void {
    const charBytesMax = 3
    this.#reserve(text.length * charBytesMax)
    this.#at += ENCODER.encodeInto(text, this.#bytes.subarray(this.#at)).written
  }

  /**
   * Writes points of a ring, `from` up to `end` as far as there is room, with commas between them;
   * the first that is left. Decimal degrees with up to 7 decimals.
   */
  writePoints(
    xy: Float64Array,
    first: number,
    from: number,
    end: number,
    s: PolygonSyntax,
  ): number {
    const bytes = this.#bytes
    const atMax = bytes.length - POINT_BYTES_MAX
    const open = s.pointOpen.charCodeAt(0)
    const between = s.between.charCodeAt(0)
    const close = s.pointClose.charCodeAt(0)
    const hasFrame = s.pointOpen !== ''
    let at = this.#at
    let point = from
    for (; point < end && at <= atMax; point++) {
      if (point > first) bytes[at++] = COMMA
      if (hasFrame) bytes[at++] = open
      at = writeDegrees(bytes, at, Math.round(xy[2 * point]! * E7))
      bytes[at++] = between
      at = writeDegrees(bytes, at, Math.round(xy[2 * point + 1]! * E7))
      if (hasFrame) bytes[at++] = close
    }
    this.#at = at
    return point
  }

  /** The text since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#at)
    // Whoever took it may still be reading it: the next page is another.
    this.#bytes = new Uint8Array(PAGE_BYTES)
    this.#at = 0
    return taken
  }

  #reserve(length: number): void {
    if (this.#at + length <= this.#bytes.length) return
    const grown = new Uint8Array(this.#at + length + POINT_BYTES_MAX)
    grown.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = grown
  }
}

const ENCODER = new TextEncoder()

/** Writes the polygons; yields whenever the page is full and has to be taken. */
export function* writePolygons(
  page: TextPage,
  polygons: readonly PolygonDeg[],
  syntax: PolygonSyntax,
): Generator<undefined> {
  if (polygons.length === 0) {
    page.write(syntax.none)
    return
  }
  page.write(syntax.open)
  for (let p = 0; p < polygons.length; p++) {
    const { xy, ends } = polygons[p]!
    page.write(p === 0 ? syntax.listOpen : `,${syntax.listOpen}`)
    let first = 0
    for (const end of ends) {
      page.write(first === 0 ? syntax.listOpen : `,${syntax.listOpen}`)
      let next = page.writePoints(xy, first, first, end, syntax)
      while (next < end) {
        yield
        next = page.writePoints(xy, first, next, end, syntax)
      }
      page.write(syntax.listClose)
      first = end
    }
    page.write(syntax.listClose)
  }
  page.write(syntax.close)
}

/** Writes 1e-7 degrees as a decimal without needless zeros; where it ends. */
function writeDegrees(bytes: Uint8Array, start: number, e7: number): number {
  let at = start
  let left = e7
  if (left < 0) {
    bytes[at++] = MINUS
    left = -left
  }
  const whole = (left / E7) | 0
  let decimals = left - whole * E7
  if (whole >= 100) bytes[at++] = ZERO + ((whole / 100) | 0)
  if (whole >= 10) bytes[at++] = ZERO + (((whole / 10) | 0) % 10)
  bytes[at++] = ZERO + (whole % 10)
  if (decimals === 0) return at
  bytes[at++] = DOT
  for (let i = 6; i >= 0; i--) {
    const tens = (decimals / 10) | 0
    bytes[at + i] = ZERO + decimals - tens * 10
    decimals = tens
  }
  at += 7
  while (bytes[at - 1] === ZERO) at--
  return at
}
