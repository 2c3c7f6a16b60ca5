import type { DatasetId } from '../../base/ids.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Cost of an entry beyond its text and its key, bytes, roughly. */
const ENTRY_BYTES = 256

const encoder = new TextEncoder()

/**
 * Bodies of answers to equal searches, of one dataset at a time, within a budget of memory: people
 * type alike, above all the first letters. Entries are kept in two generations. When the young one
 * has half the budget it becomes the old one, and the former old one is forgotten but for entries
 * that were used since.
 */
export class AnswerCache {
  readonly #generationBytes: number
  readonly #datasetId: () => DatasetId | null
  readonly #onLook: (isHit: boolean) => void
  #dataset: DatasetId | null = null
  #young = new Map<string, Bytes>()
  #old = new Map<string, Bytes>()
  #youngBytes = 0

  /** `bytesMax`: of all entries; 0 keeps nothing. `onLook` gets the result of each `find`. */
  constructor(
    bytesMax: number,
    datasetId: () => DatasetId | null,
    onLook: (isHit: boolean) => void = () => {},
  ) {
    this.#generationBytes = bytesMax / 2
    this.#datasetId = datasetId
    this.#onLook = onLook
  }

  /** The body kept for a key, which has all parameters of the search; null for none. */
  find(key: string): Bytes | null {
    if (this.#generationBytes === 0) return null
    this.#follow()
    const known = this.#young.get(key)
    const body = known ?? this.#old.get(key) ?? null
    this.#onLook(body !== null)
    if (known === undefined && body !== null) this.#keep(key, body)
    return body
  }

  /**
   * Keeps a copy of the body for a key without one: the caller may overwrite its bytes afterwards.
   * Returns the body.
   */
  keep(key: string, made: string | Bytes): string | Bytes {
    if (this.#generationBytes === 0) return made
    const body = ownBytes(made)
    this.#follow()
    this.#keep(key, body)
    return body
  }

  /** Forgets the answers of another dataset. */
  #follow(): void {
    const dataset = this.#datasetId()
    if (dataset === this.#dataset) return
    this.#dataset = dataset
    this.#young = new Map()
    this.#old = new Map()
    this.#youngBytes = 0
  }

  #keep(key: string, body: Bytes): void {
    // Without a dataset no answer stays valid.
    if (this.#dataset === null) return
    const bytes = body.length + 2 * key.length + ENTRY_BYTES
    if (bytes > this.#generationBytes) return
    if (this.#youngBytes + bytes > this.#generationBytes) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngBytes = 0
    }
    this.#young.set(key, body)
    this.#youngBytes += bytes
  }
}

/** A copy. (`slice` would not do: of a `Buffer` it is the same memory.) */
function ownBytes(body: string | Bytes): Bytes {
  return typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body)
}
