import { writeVarint } from '../../base/varint.ts'
import {
  type Attributes,
  type AttributeValue,
  EXTENT,
  LAYERS,
  type LayerName,
  TILE_BYTES_MAX,
} from '../schema.ts'

export const POINT = 1
export const LINE = 2
export const AREA = 3
export type GeometryType = typeof POINT | typeof LINE | typeof AREA

/**
 * A feature of a tile, in units of the tile. A line may have several parts; an area has its rings,
 * each outer one before its holes, none without an area.
 */
export interface TileFeature {
  readonly layer: LayerName
  readonly type: GeometryType
  /** 0 is kept longest and drawn last. */
  readonly rank: number
  readonly attributes: Attributes
  readonly parts: readonly Int32Array[]
}

/** A feature with its geometry as the tile holds it. */
interface Encoded {
  readonly feature: TileFeature
  readonly commands: Uint8Array
}

/** Tags and heads of a feature, about: what counts beside its geometry when a tile is too large. */
const FEATURE_BYTES = 24

/** The tile with these features (MVT 2.1); null when none of them has ground in it. */
export function encodeTile(features: readonly TileFeature[]): Uint8Array | null {
  const encoded: Encoded[] = []
  for (const feature of features) {
    const commands = commandsOf(feature)
    if (commands !== null) encoded.push({ feature, commands })
  }
  if (encoded.length === 0) return null
  const kept = withinLimit(encoded)
  const byLayer = Map.groupBy(kept, ({ feature }) => feature.layer)
  const layers = LAYERS.flatMap((name) => {
    const members = byLayer.get(name)
    return members === undefined ? [] : [layerOf(name, members)]
  })
  return Buffer.concat(layers)
}

/** The most important, as far as they fit; of equal ones the first. */
function withinLimit(encoded: readonly Encoded[]): readonly Encoded[] {
  const sizeOf = ({ feature, commands }: Encoded) =>
    commands.length + FEATURE_BYTES + textBytes(feature.attributes)
  const total = encoded.reduce((sum, each) => sum + sizeOf(each), 0)
  if (total <= TILE_BYTES_MAX) return encoded
  let bytes = 0
  const kept = new Set(
    [...encoded]
      .sort((a, b) => a.feature.rank - b.feature.rank)
      .filter((each) => {
        bytes += sizeOf(each)
        return bytes <= TILE_BYTES_MAX
      }),
  )
  return encoded.filter((each) => kept.has(each))
}

function textBytes(attributes: Attributes): number {
  let bytes = 0
  for (const key in attributes) {
    const value = attributes[key]
    if (typeof value === 'string') bytes += value.length * 2
  }
  return bytes
}

function layerOf(name: LayerName, members: readonly Encoded[]): Uint8Array {
  const keys = new Map<string, number>()
  const values = new Map<AttributeValue, number>()
  const out = new Bytes()
  out.text(1, name)
  // The most important is drawn last, above the others.
  for (const { feature, commands } of [...members].sort(
    (a, b) => b.feature.rank - a.feature.rank,
  )) {
    const tags = new Bytes()
    for (const [key, value] of Object.entries(feature.attributes)) {
      tags.varint(numberIn(keys, key))
      tags.varint(numberIn(values, value))
    }
    const body = new Bytes()
    body.bytes(2, tags.finish())
    body.number(3, feature.type)
    body.bytes(4, commands)
    out.bytes(2, body.finish())
  }
  for (const key of keys.keys()) out.text(3, key)
  for (const value of values.keys()) out.bytes(4, valueField(value))
  out.number(5, EXTENT)
  out.number(15, 2)
  const layer = new Bytes()
  layer.bytes(3, out.finish())
  return layer.finish()
}

function numberIn<T>(numbers: Map<T, number>, value: T): number {
  const known = numbers.get(value)
  if (known !== undefined) return known
  numbers.set(value, numbers.size)
  return numbers.size - 1
}

function valueField(value: AttributeValue): Uint8Array {
  const out = new Bytes()
  if (typeof value === 'string') out.text(1, value)
  else if (typeof value === 'boolean') out.number(7, value ? 1 : 0)
  else if (Number.isInteger(value) && value >= 0) out.number(5, value)
  else out.double(3, value)
  return out.finish()
}

const MOVE_TO = 1
const LINE_TO = 2
const CLOSE = 7

/** Null for what is nothing at this scale. */
function commandsOf({ type, parts }: TileFeature): Uint8Array | null {
  const out = new Bytes()
  let [x, y] = [0, 0]
  const step = (toX: number, toY: number) => {
    out.varint(zigzag(toX - x))
    out.varint(zigzag(toY - y))
    x = toX
    y = toY
  }
  let length = 0
  for (const part of parts) {
    const points = type === POINT ? part : withoutRepeats(part)
    if (type === LINE && points.length < 4) continue
    const end = type === AREA ? points.length - 2 : points.length
    out.varint((1 << 3) | MOVE_TO)
    step(points[0]!, points[1]!)
    if (type !== POINT) {
      out.varint(((end / 2 - 1) << 3) | LINE_TO)
      for (let i = 2; i < end; i += 2) step(points[i]!, points[i + 1]!)
    }
    if (type === AREA) out.varint((1 << 3) | CLOSE)
    length++
  }
  return length === 0 ? null : out.finish()
}

function withoutRepeats(part: Int32Array): Int32Array {
  let repeats = 0
  for (let i = 2; i < part.length; i += 2) {
    if (part[i] === part[i - 2] && part[i + 1] === part[i - 1]) repeats++
  }
  if (repeats === 0) return part
  const points = new Int32Array(part.length - 2 * repeats)
  let length = 0
  for (let i = 0; i < part.length; i += 2) {
    if (i > 0 && part[i] === part[i - 2] && part[i + 1] === part[i - 1]) continue
    points[length++] = part[i]!
    points[length++] = part[i + 1]!
  }
  return points
}

/** 0, −1, 1, −2 … as 0, 1, 2, 3 … */
function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0
}

const utf8 = new TextEncoder()
const VARINT_BYTES_MAX = 10

/** Protocol Buffers fields, in a buffer that grows. */
class Bytes {
  #buffer = new Uint8Array(64)
  #length = 0

  varint(value: number): void {
    this.#reserve(VARINT_BYTES_MAX)
    this.#length = writeVarint(value, this.#buffer, this.#length)
  }

  number(field: number, value: number): void {
    this.varint(field << 3)
    this.varint(value)
  }

  text(field: number, value: string): void {
    this.bytes(field, utf8.encode(value))
  }

  double(field: number, value: number): void {
    this.varint((field << 3) | 1)
    this.#reserve(8)
    new DataView(this.#buffer.buffer).setFloat64(this.#length, value, true)
    this.#length += 8
  }

  bytes(field: number, value: Uint8Array): void {
    this.varint((field << 3) | 2)
    this.varint(value.length)
    this.#reserve(value.length)
    this.#buffer.set(value, this.#length)
    this.#length += value.length
  }

  finish(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return
    const grown = new Uint8Array(Math.max(this.#length + more, this.#buffer.length * 2))
    grown.set(this.#buffer)
    this.#buffer = grown
  }
}
