import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { type Font, type Glyph as FontGlyph, parse } from 'opentype.js'
import { PbfWriter } from 'pbf'
import { distanceTo, isInside, type Outline, OutlinePen } from './outline.ts'

/*
 * Glyphs as MapLibre loads them: signed distance fields in Protocol Buffers, 256 code points a
 * file. Sizes and distances are those of node-fontnik, which the format comes from.
 */

const SIZE_PX = 24
const BORDER_PX = 3
const RADIUS_PX = 8
const CUTOFF = 0.25
/** The top of a glyph is measured from here, above the baseline: what MapLibre centres lines by. */
const ASCENT_PX = 26
const RANGE = 256
/** The parts that the package cuts each font into. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const

export const FONTS = [
  { name: 'Be Vietnam Pro Regular', file: '400-normal' },
  { name: 'Be Vietnam Pro SemiBold', file: '600-normal' },
  { name: 'Be Vietnam Pro Italic', file: '400-italic' },
] as const

/** The gzipped files of a font by the first code point of their range. */
export function glyphRanges(font: (typeof FONTS)[number]): ReadonlyMap<number, Uint8Array> {
  const glyphs = new Map<number, Glyph>()
  for (const subset of SUBSETS) {
    for (const glyph of glyphsOf(openFont(subset, font.file))) glyphs.set(glyph.code, glyph)
  }
  const ranges = Map.groupBy(
    [...glyphs.values()].sort((a, b) => a.code - b.code),
    ({ code }) => Math.floor(code / RANGE) * RANGE,
  )
  return new Map(
    [...ranges].map(([first, members]) => [
      first,
      gzipSync(rangeFile(font.name, first, members), { level: 9 }),
    ]),
  )
}

interface Glyph {
  readonly code: number
  readonly bitmap: Uint8Array
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly advance: number
}

function openFont(subset: string, file: string): Font {
  const require = createRequire(import.meta.url)
  const path = require.resolve(
    `@fontsource/be-vietnam-pro/files/be-vietnam-pro-${subset}-${file}.woff`,
  )
  const bytes = readFileSync(path)
  return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

function* glyphsOf(font: Font): Generator<Glyph> {
  const codes = new Set<number>()
  for (let i = 0; i < font.glyphs.length; i++) {
    for (const code of font.glyphs.get(i).unicodes ?? []) codes.add(code)
  }
  for (const code of codes) {
    if (code < 32 || code > 0xffff) continue
    const glyph = font.charToGlyph(String.fromCodePoint(code))
    const advance = Math.round(((glyph.advanceWidth ?? 0) / font.unitsPerEm) * SIZE_PX)
    yield drawn(code, outlineOf(glyph), advance)
  }
}

function outlineOf(glyph: FontGlyph): Outline {
  const pen = new OutlinePen()
  for (const c of glyph.getPath(0, 0, SIZE_PX).commands) {
    if (c.type === 'M') pen.moveTo(c.x, c.y)
    else if (c.type === 'L') pen.lineTo(c.x, c.y)
    else if (c.type === 'Q') pen.quadTo(c.x1, c.y1, c.x, c.y)
    else if (c.type === 'C') pen.cubicTo([c.x1, c.y1, c.x2, c.y2, c.x, c.y])
    else pen.close()
  }
  return pen.finish()
}

function drawn(code: number, outline: Outline, advance: number): Glyph {
  if (outline.length === 0) {
    return { code, bitmap: new Uint8Array(0), width: 0, height: 0, left: 0, top: 0, advance }
  }
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < outline.length; i += 2) {
    west = Math.min(west, outline[i]!)
    east = Math.max(east, outline[i]!)
    north = Math.min(north, outline[i + 1]!)
    south = Math.max(south, outline[i + 1]!)
  }
  const left = Math.floor(west)
  const top = Math.floor(north)
  const width = Math.ceil(east) - left
  const height = Math.ceil(south) - top
  const across = width + 2 * BORDER_PX
  const bitmap = new Uint8Array(across * (height + 2 * BORDER_PX))
  for (let i = 0; i < bitmap.length; i++) {
    const x = left - BORDER_PX + (i % across) + 0.5
    const y = top - BORDER_PX + Math.floor(i / across) + 0.5
    const away = distanceTo(outline, x, y) * (isInside(outline, x, y) ? -1 : 1)
    bitmap[i] = Math.min(255, Math.max(0, Math.round(255 - 255 * (away / RADIUS_PX + CUTOFF))))
  }
  return { code, bitmap, width, height, left, top: -top - ASCENT_PX, advance }
}

/** glyphs.proto of node-fontnik. */
function rangeFile(name: string, first: number, glyphs: readonly Glyph[]): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeMessage(1, writeStack, { name, first, glyphs })
  return pbf.finish()
}

interface Stack {
  readonly name: string
  readonly first: number
  readonly glyphs: readonly Glyph[]
}

function writeStack({ name, first, glyphs }: Stack, pbf: PbfWriter): void {
  pbf.writeStringField(1, name)
  pbf.writeStringField(2, `${first}-${first + RANGE - 1}`)
  for (const glyph of glyphs) pbf.writeMessage(3, writeGlyph, glyph)
}

function writeGlyph(glyph: Glyph, pbf: PbfWriter): void {
  pbf.writeVarintField(1, glyph.code)
  if (glyph.bitmap.length > 0) pbf.writeBytesField(2, glyph.bitmap)
  pbf.writeVarintField(3, glyph.width)
  pbf.writeVarintField(4, glyph.height)
  pbf.writeSVarintField(5, glyph.left)
  pbf.writeSVarintField(6, glyph.top)
  pbf.writeVarintField(7, glyph.advance)
}
