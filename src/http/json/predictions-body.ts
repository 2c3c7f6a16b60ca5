import type { PlaceAnswer, Shown } from '../../search/model/query.ts'
import { JsonBytes, piece } from './json-bytes.ts'
import { PlaceTexts } from './place-texts.ts'

const OPENING = piece('{"predictions":[')
const COMMA = piece(',')
const CLOSING = piece(']}')

/**
 * Bodies of lists of predictions, as bytes: the JSON of each is kept, and copying it costs less
 * than a string that the server has to put together and encode.
 */
export class PredictionsBody {
  readonly #texts: PlaceTexts
  readonly #out = new JsonBytes()

  /** `toWire`: what the JSON of one has. */
  constructor(toWire: (place: PlaceAnswer) => object) {
    this.#texts = new PlaceTexts((place) => [JSON.stringify(toWire(place)), ''])
  }

  /** Valid until the next call (a `Response` copies its body). */
  of(list: readonly Shown[]): Uint8Array<ArrayBuffer> {
    const out = this.#out
    const texts = this.#texts
    out.clear()
    out.add(OPENING)
    for (let i = 0; i < list.length; i++) {
      if (i > 0) out.add(COMMA)
      texts.add(out, list[i]!)
    }
    out.add(CLOSING)
    return out.bytes()
  }
}
