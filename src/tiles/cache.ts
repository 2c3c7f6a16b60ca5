/** A tile in one encoding, ready to be sent. */
export interface TileBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Differs when the bytes do; in quotes, as the ETag header has it. */
  readonly etag: string
}

/** Cost of an entry beyond its bytes, roughly. */
const ENTRY_BYTES = 256

/** Tiles up to a budget of memory; the one that was asked for longest ago makes room. */
export class TileCache {
  readonly #bytesMax: number
  /** In the order of their last use: a Map keeps the order in which keys are set. */
  readonly #bodies = new Map<number, TileBody>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Of all entries, with what each costs beyond its bytes; never above the budget. */
  get bytes(): number {
    return this.#bytes
  }

  get(key: number): TileBody | null {
    const body = this.#bodies.get(key)
    if (body === undefined) return null
    this.#bodies.delete(key)
    this.#bodies.set(key, body)
    return body
  }

  /** `key` must be new. */
  add(key: number, body: TileBody): void {
    const bytes = costOf(body)
    if (bytes > this.#bytesMax) return
    this.#bodies.set(key, body)
    this.#bytes += bytes
    for (const [oldKey, old] of this.#bodies) {
      if (this.#bytes <= this.#bytesMax) break
      this.#bodies.delete(oldKey)
      this.#bytes -= costOf(old)
    }
  }

  clear(): void {
    this.#bodies.clear()
    this.#bytes = 0
  }
}

function costOf(body: TileBody): number {
  return body.bytes.length + ENTRY_BYTES
}
