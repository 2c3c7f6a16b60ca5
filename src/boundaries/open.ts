import { type Container, openContainer } from '../base/container.ts'
import { ServiceError } from '../base/errors.ts'
import { BOUNDARIES_KIND, BOUNDARIES_VERSION, type Boundaries, type CellTree } from './layout.ts'
import type { BoundaryLevel, BoundaryUnit } from './unit.ts'

/**
 * Opens an index over `bytes`, which may be memory-mapped; nothing is copied and no name is read.
 * Throws `INVALID_DATASET` when they are not a boundaries index of this version.
 */
export function openBoundaries(bytes: Uint8Array): Boundaries {
  const container = openContainer(bytes, BOUNDARIES_KIND, BOUNDARIES_VERSION)
  return {
    level4: openTree(container, 4),
    level8: openTree(container, 8),
    text: container.section('text', 'u8'),
    units: null,
    provinces: null,
  }
}

/** The units in order of level, then id. */
export function units(boundaries: Boundaries): readonly BoundaryUnit[] {
  boundaries.units ??= readUnits(boundaries.text)
  return boundaries.units
}

/** The unit of an index that `locate` gave; null for -1. */
export function unitAt(boundaries: Boundaries, index: number): BoundaryUnit | null {
  return units(boundaries)[index] ?? null
}

function openTree(container: Container, level: BoundaryLevel): CellTree {
  const [west, south, sizeBits] = container.section(`frame${level}`, 'f64')
  if (west === undefined || south === undefined || sizeBits === undefined) {
    throw new ServiceError(
      'INVALID_DATASET',
      `The boundaries index has no frame for level ${level}. Import again or roll back.`,
    )
  }
  return {
    west,
    south,
    sizeBits,
    top: container.section(`top${level}`, 'u32'),
    cells: container.section(`cells${level}`, 'u32'),
    border: container.section(`border${level}`, 'i32'),
  }
}

function readUnits(text: Uint8Array): readonly BoundaryUnit[] {
  try {
    return JSON.parse(new TextDecoder().decode(text)) as readonly BoundaryUnit[]
  } catch (cause) {
    throw new ServiceError(
      'INVALID_DATASET',
      'The units of the boundaries index cannot be read. Import again or roll back.',
      { cause },
    )
  }
}
