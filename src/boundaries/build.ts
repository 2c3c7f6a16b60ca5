import { assert } from '../base/assert.ts'
import { writeContainer } from '../base/container.ts'
import { type OnStep, UNWATCHED } from '../base/on-step.ts'
import { buildTree } from './build-tree.ts'
import { layEdges } from './edges.ts'
import { BOUNDARIES_KIND, BOUNDARIES_VERSION, type CellTree } from './layout.ts'
import type { BoundaryFeature, BoundaryLevel } from './unit.ts'

/**
 * The bytes of a boundaries index. Order of `features` does not matter, ids must be unique, rings
 * as `BoundaryFeature` says; overlaps and gaps are allowed. About 1 s for a million points.
 */
export function buildBoundaries(
  features: readonly BoundaryFeature[],
  onStep: OnStep = UNWATCHED,
): Uint8Array<ArrayBuffer> {
  const sorted = features.toSorted(
    (a, b) => a.unit.level - b.unit.level || compare(a.unit.id, b.unit.id),
  )
  for (let i = 1; i < sorted.length; i++) {
    const before = sorted[i - 1]!.unit
    const unit = sorted[i]!.unit
    assert(before.level !== unit.level || before.id !== unit.id, 'unit ids of a level are unique')
  }
  const text = new TextEncoder().encode(JSON.stringify(sorted.map((feature) => feature.unit)))
  return writeContainer(BOUNDARIES_KIND, BOUNDARIES_VERSION, {
    text,
    ...treeSections(sorted, 4, onStep),
    ...treeSections(sorted, 8, onStep),
  })
}

function treeSections(sorted: readonly BoundaryFeature[], level: BoundaryLevel, onStep: OnStep) {
  const features = sorted.filter((feature) => feature.unit.level === level)
  const firstIndex = sorted.findIndex((feature) => feature.unit.level === level)
  const tree: CellTree = buildTree(layEdges(features, firstIndex), (part) =>
    onStep(`cells of level ${level}`, part),
  )
  return {
    [`frame${level}`]: Float64Array.of(tree.west, tree.south, tree.sizeBits),
    [`top${level}`]: tree.top,
    [`cells${level}`]: tree.cells,
    [`border${level}`]: tree.border,
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
