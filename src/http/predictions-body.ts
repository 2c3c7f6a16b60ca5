import type { PlaceAnswer } from '../search/query.ts'
import { Kept } from './kept.ts'
import { withRoom } from './room.ts'

/** Of a list of seven, nearly always. */
const FIRST_BYTES = 16_384
const OPENING = Buffer.from('{"predictions":[')
const CLOSING = Buffer.from(']}')
const COMMA = 44

/**
 * Bodies of lists of predictions, as bytes: the JSON of each is kept, and copying it costs less
 * than a string that the server has to put together and encode.
 */
export class PredictionsBody {
  readonly #json: Kept<PlaceAnswer, Buffer>
  #out = Buffer.alloc(FIRST_BYTES)

  /** `toWire`: what the JSON of one has. */
  constructor(toWire: (place: PlaceAnswer) => object) {
    this.#json = new Kept((place) => Buffer.from(JSON.stringify(toWire(place))))
  }

  /** Valid until the next call (a `Response` copies its body). */
  of(places: readonly PlaceAnswer[]): Uint8Array<ArrayBuffer> {
    let at = OPENING.copy(this.#out)
    for (let i = 0; i < places.length; i++) {
      const json = this.#json.of(places[i]!)
      this.#out = withRoom(this.#out, at + json.length + 1 + CLOSING.length)
      if (i > 0) this.#out[at++] = COMMA
      at += json.copy(this.#out, at)
    }
    at += CLOSING.copy(this.#out, at)
    return this.#out.subarray(0, at)
  }
}
