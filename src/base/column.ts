type Numbers =
  | Float64Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>

/**
 * A growing column of something under construction. Its memory is kept from one to the next; what
 * is finished takes an exact copy, which can move to another thread.
 */
export class Column<A extends Numbers> {
  private readonly make: (length: number) => A
  private array: A
  length = 0

  constructor(make: (length: number) => A) {
    this.make = make
    this.array = make(1024)
  }

  /** The memory, with room for `extra` numbers from `length` on; good until the next `reserve`. */
  reserve(extra: number): A {
    const needed = this.length + extra
    if (needed > this.array.length) {
      const bigger = this.make(Math.max(needed, this.array.length * 2))
      bigger.set(this.array.subarray(0, this.length))
      this.array = bigger
    }
    return this.array
  }

  push(value: number): void {
    this.reserve(1)[this.length++] = value
  }

  /** A copy of what is there. */
  take(): A {
    const copy = this.make(this.length)
    copy.set(this.array.subarray(0, this.length))
    return copy
  }
}

export const float64Column = () => new Column((length) => new Float64Array(length))
export const uint32Column = () => new Column((length) => new Uint32Array(length))
export const int32Column = () => new Column((length) => new Int32Array(length))
export const uint8Column = () => new Column((length) => new Uint8Array(length))
