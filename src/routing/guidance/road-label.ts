import type { Lang } from '../../base/lang.ts'
import { RecentMap } from '../../base/recent-map.ts'
import { type StringPool, stringAt } from '../../base/string-pool.ts'
import { withoutMarks } from '../../text/fold.ts'
import { type Arc, type RoadGraph, roadNumberOf } from '../graph/graph.ts'

/*
 * The label of a road: its name, or its number where it has none. Within a graph that is the id of
 * one string, so that walking along a path compares numbers and decodes nothing.
 */

type LabelTexts = Pick<RoadGraph, 'strings'>

/** String id of what the arc's road is called; 0 when it has neither name nor number. */
export function labelOf(graph: RoadGraph, arc: Arc): number {
  const road = roadNumberOf(graph, arc)
  return graph.roadName[road]! || graph.roadRef[road]!
}

/** String id of the number of the arc's road; 0 for none. */
export function refOf(graph: RoadGraph, arc: Arc): number {
  return graph.roadRef[roadNumberOf(graph, arc)]!
}

/** Whether two labels mean one road, as `isSameText` decides for their texts. */
export function isSameLabel({ strings }: LabelTexts, a: number, b: number): boolean {
  if (a === b) return true
  if (a === 0 || b === 0 || endsApart(strings, a, b)) return false
  return comparedLabels(strings).isSame(strings, a, b)
}

/**
 * Whether two roads are spoken of as one: by their labels, or by the number that one of them is
 * called by, as a numbered road whose name is missing on a stretch is.
 */
export function isOneRoad(
  graph: RoadGraph,
  label: number,
  ref: number,
  otherLabel: number,
  otherRef: number,
): boolean {
  if (label === 0 || otherLabel === 0) return false
  if (isSameLabel(graph, label, otherLabel)) return true
  const isNumbered = label === ref || otherLabel === otherRef
  return isNumbered && isSameNumber(graph.strings, ref, otherRef)
}

/** The same of the roads of two arcs. */
export function isSameRoad(graph: RoadGraph, a: Arc, b: Arc): boolean {
  return isOneRoad(graph, labelOf(graph, a), refOf(graph, a), labelOf(graph, b), refOf(graph, b))
}

const SEMICOLON = 0x3b

/** Whether the first of their numbers are one: those of `QL.1;AH1` and `QL1`. Decodes nothing. */
function isSameNumber({ bytes, offsets }: StringPool, a: number, b: number): boolean {
  if (a === b || a === 0 || b === 0) return a === b && a !== 0
  const end = offsets[a + 1]!
  const otherEnd = offsets[b + 1]!
  let at = offsets[a]!
  let otherAt = offsets[b]!
  for (;;) {
    while (at < end && isJoint(bytes[at]!)) at++
    while (otherAt < otherEnd && isJoint(bytes[otherAt]!)) otherAt++
    const byte = at < end ? bytes[at++]! : SEMICOLON
    const other = otherAt < otherEnd ? bytes[otherAt++]! : SEMICOLON
    if (byte !== other) return false
    if (byte === SEMICOLON) return true
  }
}

/** Results of comparisons for each pool: the roads of a route are compared at all its junctions. */
const COMPARED = new WeakMap<StringPool, ComparedLabels>()

function comparedLabels(strings: StringPool): ComparedLabels {
  const known = COMPARED.get(strings)
  if (known !== undefined) return known
  const compared = new ComparedLabels()
  COMPARED.set(strings, compared)
  return compared
}

const COMPARED_PLACES = 1 << 12
const FIRST_IS_SAME = 0x80000000

/**
 * Pairs of labels that were compared of late. A pair stays until another one wants its place.
 *
 *   pairs  Uint32[2 places]  the two labels; the highest bit of the first tells whether they are
 *                            one road; 0 where there is none
 */
class ComparedLabels {
  readonly #pairs = new Uint32Array(2 * COMPARED_PLACES)

  isSame(strings: StringPool, a: number, b: number): boolean {
    const pairs = this.#pairs
    const at = 2 * ((Math.imul(a, 0x9e3779b1) ^ b) & (COMPARED_PLACES - 1))
    const first = pairs[at]!
    if ((first & ~FIRST_IS_SAME) === a && pairs[at + 1] === b) return first !== a
    const isSame = isSameText(stringAt(strings, a), stringAt(strings, b))
    pairs[at] = isSame ? a | FIRST_IS_SAME : a
    pairs[at + 1] = b
    return isSame
  }
}

/** The bit that makes a letter of ASCII small. Other letters are small in other ways: `Ế`, `ế`. */
const LOWER_CASE = 0x20
const ASCII_MAX = 0x7f

/** Whether the last bytes settle it, as they do for most: nothing is decoded for them. */
function endsApart({ bytes, offsets }: StringPool, a: number, b: number): boolean {
  const end = offsets[a + 1]!
  const otherEnd = offsets[b + 1]!
  const last = bytes[end - 1]!
  const otherLast = bytes[otherEnd - 1]!
  if (areApart(last, otherLast)) return true
  // Before a letter of ASCII another one ends; before the last byte of `ế` it goes on.
  if (last > ASCII_MAX || isJoint(last) || isJoint(otherLast)) return false
  if (end - offsets[a]! < 2 || otherEnd - offsets[b]! < 2) return false
  return areApart(bytes[end - 2]!, bytes[otherEnd - 2]!)
}

/**
 * Whether two bytes at the ends of letters surely belong to different ones. A letter of ASCII is
 * never another one's capital, as texts of a graph are NFC; of two others one byte does not tell.
 */
function areApart(a: number, b: number): boolean {
  if (isJoint(a) || isJoint(b)) return false
  if (a > ASCII_MAX && b > ASCII_MAX) return false
  return (a | LOWER_CASE) !== (b | LOWER_CASE)
}

/** A space, a point or a hyphen, which some write in `QL.1A` and some do not. */
function isJoint(byte: number): boolean {
  return byte === 0x20 || byte === 0x2e || byte === 0x2d
}

/** Before a name, or within that of an alley: `Ngõ 279 Phố Đội Cấn` is `Ngõ 279 Đội Cấn`. */
const ROAD_WORD = /(?:^|\s)(?:đường|phố|đ\.|street|road)\s+/giu
const JOINTS = /[\s.-]+/gu

/** Whether two texts name one road: `Đường Láng` is `Láng`, `QL.1A` is `QL1A`. */
export function isSameText(a: string, b: string): boolean {
  return a === b || coreOf(a) === coreOf(b)
}

/** Main roads are compared in one answer after the other. */
const CORES = new RecentMap<string, string>(4_096)

function coreOf(text: string): string {
  const known = CORES.get(text)
  if (known !== undefined) return known
  const core = text.replace(ROAD_WORD, ' ').replace(JOINTS, '').toLowerCase()
  CORES.set(text, core)
  return core
}

/** The label of a road in the language, not escaped; empty when it has none. */
export function labelText(graph: RoadGraph, road: number, lang: Lang): string {
  if (lang === 'en') {
    const english = stringAt(graph.strings, graph.roadNameEn[road]!)
    if (english !== '') return english
  }
  const name = stringAt(graph.strings, graph.roadName[road]!)
  const label = name === '' ? firstOf(stringAt(graph.strings, graph.roadRef[road]!)) : name
  return lang === 'en' ? withoutMarks(label) : label
}

/** The first of several numbers: `CT.01` of `CT.01;AH1`. */
export function firstOf(values: string): string {
  const end = values.indexOf(';')
  return (end === -1 ? values : values.slice(0, end)).trim()
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/**
 * Text as HTML shows it between tags. Apostrophes stay: they are harmless there, common in the
 * names of the highlands (`Ea H'leo`), and many clients strip tags without decoding the rest.
 */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char) : text
}
