import type { BoundaryFeature } from '../../boundaries/unit.ts'
import { arcOf, type Topology, topologyOf } from '../../geo/arcs.ts'
import { type PointE7, type Ring, signedArea2 } from '../../geo/ring.ts'

/** The borders of units of one level, each stretch once. */
export interface UnitLines {
  /** Between two units: the numbers of both. */
  readonly shared: readonly SharedLine[]
  /** Around all of them, where that is no coast. */
  readonly outer: readonly Int32Array[]
  /** The outline of all of them together: rings, counterclockwise; no holes. */
  readonly outline: readonly Ring[]
}

export interface SharedLine {
  readonly line: Int32Array
  readonly units: readonly [number, number]
}

/** `isInland`: whether a border that is of one unit alone is no coast there. */
export function unitLines(
  units: readonly BoundaryFeature[],
  isInland: (point: PointE7) => boolean,
): UnitLines {
  const topology = topologyOf(units.map(({ polygons }) => polygons))
  const owners = ownersOf(topology)
  const shared: SharedLine[] = []
  const outer: Int32Array[] = []
  const once: number[] = []
  owners.forEach((references, arc) => {
    const line = topology.arcs[arc]!
    const [a, b] = references
    if (a === undefined) return
    if (b !== undefined) shared.push({ line, units: [a.unit, b.unit] })
    else {
      once.push(a.reference)
      if (!isIsland(line)) outer.push(...inlandParts(line, isInland))
    }
  })
  return { shared, outer, outline: ringsOf(once, topology.arcs) }
}

interface Owner {
  readonly unit: number
  readonly reference: number
}

function ownersOf({ arcs, shapes }: Topology): readonly (readonly Owner[])[] {
  const owners = arcs.map((): Owner[] => [])
  shapes.forEach((polygons, unit) => {
    for (const references of polygons.flat()) {
      for (const reference of references) owners[arcOf(reference)]!.push({ unit, reference })
    }
  })
  return owners
}

/** A border that is one ring is the coast of an island. */
function isIsland(line: Int32Array): boolean {
  return line[0] === line.at(-2) && line[1] === line.at(-1)
}

/** The stretches of a line that are no coast. */
function inlandParts(line: Int32Array, isInland: (point: PointE7) => boolean): Int32Array[] {
  const parts: Int32Array[] = []
  let from = 0
  for (let i = 0; i < line.length; i += 2) {
    const isIn = isInland({ lonE7: line[i]!, latE7: line[i + 1]! })
    if (isIn && i + 2 < line.length) continue
    const end = isIn ? i + 2 : i
    if (end - from >= 4) parts.push(line.slice(from, end))
    from = i + 2
  }
  return parts
}

/** Rings from arcs that follow each other, the outer ones of them. */
function ringsOf(references: readonly number[], arcs: readonly Int32Array[]): Ring[] {
  const lines = references.map((reference) => {
    const arc = arcs[arcOf(reference)]!
    return reference >= 0 ? arc : backwards(arc)
  })
  const leaving = Map.groupBy(lines, (line) => pointKey(line, 0))
  const rings: Ring[] = []
  for (const start of lines) {
    if (take(leaving, start) === null) continue
    const parts = [start]
    let length = start.length
    for (let last = start; pointKey(last, last.length - 2) !== pointKey(start, 0); ) {
      const next = leaving.get(pointKey(last, last.length - 2))?.pop()
      if (next === undefined) break
      parts.push(next)
      length += next.length - 2
      last = next
    }
    const ring = new Int32Array(length)
    let at = 0
    for (const part of parts) {
      ring.set(at === 0 ? part : part.subarray(2), at)
      at += at === 0 ? part.length : part.length - 2
    }
    const isClosed = pointKey(ring, 0) === pointKey(ring, length - 2)
    if (isClosed && signedArea2(ring) > 0) rings.push(ring)
  }
  return rings
}

function take(leaving: Map<string, Int32Array[]>, line: Int32Array): Int32Array | null {
  const list = leaving.get(pointKey(line, 0)) ?? []
  const at = list.indexOf(line)
  if (at < 0) return null
  list.splice(at, 1)
  return line
}

function pointKey(line: Int32Array, i: number): string {
  return `${line[i]},${line[i + 1]}`
}

function backwards(arc: Int32Array): Int32Array {
  const result = new Int32Array(arc.length)
  for (let i = 0; i < arc.length; i += 2) {
    result[i] = arc[arc.length - 2 - i]!
    result[i + 1] = arc[arc.length - 1 - i]!
  }
  return result
}
