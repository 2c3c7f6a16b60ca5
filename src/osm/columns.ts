import { float64Column, int32Column, uint8Column, uint32Column } from '../base/column.ts'
import {
  NO_POSITION,
  type NodeColumns,
  type RelationColumns,
  type TagColumns,
  type WayColumns,
} from './block.ts'

/*
 * Blocks under construction. `begin` forgets the last block and keeps its memory. Objects are
 * appended to the columns; the closing entry of a `…First` column is written by `close…` after
 * each object, so that an object that is left out is simply not closed.
 */

/** Tags of the objects of one kind. */
export class TagScratch {
  readonly first = uint32Column()
  readonly key = uint32Column()
  readonly value = uint32Column()

  begin(): void {
    this.first.length = 0
    this.key.length = 0
    this.value.length = 0
    this.first.push(0)
  }

  closeObject(): void {
    this.first.push(this.key.length)
  }

  take(): TagColumns {
    return {
      tagFirst: this.first.take(),
      tagKey: this.key.take(),
      tagValue: this.value.take(),
    }
  }
}

export class NodeScratch {
  readonly tags = new TagScratch()
  readonly ids = float64Column()
  readonly lonE7 = int32Column()
  readonly latE7 = int32Column()

  begin(): void {
    this.tags.begin()
    this.ids.length = 0
    this.lonE7.length = 0
    this.latE7.length = 0
  }

  /** null when no node was added. */
  take(): NodeColumns | null {
    if (this.ids.length === 0) return null
    return {
      ids: this.ids.take(),
      lonE7: this.lonE7.take(),
      latE7: this.latE7.take(),
      ...this.tags.take(),
    }
  }
}

export class WayScratch {
  readonly tags = new TagScratch()
  readonly ids = float64Column()
  readonly refFirst = uint32Column()
  readonly refs = float64Column()
  readonly lonE7 = int32Column()
  readonly latE7 = int32Column()

  begin(): void {
    this.tags.begin()
    this.ids.length = 0
    this.refFirst.length = 0
    this.refs.length = 0
    this.lonE7.length = 0
    this.latE7.length = 0
    this.refFirst.push(0)
  }

  /** Gives every way node up to now that has no position the mark of none. */
  padPositions(): void {
    const missing = this.refs.length - this.lonE7.length
    const from = this.lonE7.length
    this.lonE7.reserve(missing).fill(NO_POSITION, from, from + missing)
    this.latE7.reserve(missing).fill(NO_POSITION, from, from + missing)
    this.lonE7.length += missing
    this.latE7.length += missing
  }

  /** null when no way was added. */
  take(): WayColumns | null {
    if (this.ids.length === 0) return null
    const isLocated = this.lonE7.length > 0
    if (isLocated) this.padPositions()
    return {
      ids: this.ids.take(),
      refFirst: this.refFirst.take(),
      refs: this.refs.take(),
      lonE7: isLocated ? this.lonE7.take() : null,
      latE7: isLocated ? this.latE7.take() : null,
      ...this.tags.take(),
    }
  }
}

export class RelationScratch {
  readonly tags = new TagScratch()
  readonly ids = float64Column()
  readonly memberFirst = uint32Column()
  readonly memberType = uint8Column()
  readonly memberId = float64Column()
  readonly memberRole = uint32Column()

  begin(): void {
    this.tags.begin()
    this.ids.length = 0
    this.memberFirst.length = 0
    this.memberType.length = 0
    this.memberId.length = 0
    this.memberRole.length = 0
    this.memberFirst.push(0)
  }

  /** null when no relation was added. */
  take(): RelationColumns | null {
    if (this.ids.length === 0) return null
    return {
      ids: this.ids.take(),
      memberFirst: this.memberFirst.take(),
      memberType: this.memberType.take(),
      memberId: this.memberId.take(),
      memberRole: this.memberRole.take(),
      ...this.tags.take(),
    }
  }
}
