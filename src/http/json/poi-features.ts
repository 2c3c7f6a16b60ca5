import { stringAt } from '../../base/string-pool.ts'
import { E7 } from '../../geo/point.ts'
import type { PoiList } from '../../pois/list.ts'
import type { Pois } from '../../pois/pois.ts'
import { JsonBytes, piece } from './json-bytes.ts'
import { KeptTexts } from './text-memo.ts'

/*
 * A list of POIs as GeoJSON text. Making objects of them, and text of those, would cost three times
 * the search: what was written once is kept.
 */

const HEAD = piece('{"type":"FeatureCollection","features":[')
const TAIL = piece(']}')
const LNG = piece('{"type":"Feature","geometry":{"type":"Point","coordinates":[')
const ID = piece(']},"properties":{"place_id":')
const NAME = piece(',"name":')
const TYPE = piece(',"primary_type":')
const END = piece('}}')
const COMMA = piece(',')

/** Writes lists; its memory is reused. */
export class PoiFeatures {
  readonly #kept: KeptTexts
  readonly #out = new JsonBytes()

  constructor(kept = new KeptTexts()) {
    this.#kept = kept
  }

  /** A FeatureCollection, UTF-8; valid until the next call (a `Response` copies its body). */
  write({ pois, numbers }: PoiList): Uint8Array<ArrayBuffer> {
    const kept = this.#kept
    const out = this.#out
    kept.open(pois, pois.index.pois)
    out.clear()
    out.add(HEAD)
    for (let i = 0; i < numbers.length; i++) {
      if (i > 0) out.add(COMMA)
      if (!kept.addTo(out, numbers[i]!, 'both')) this.#addFeature(pois, numbers[i]!)
    }
    out.add(TAIL)
    return out.bytes()
  }

  #addFeature({ index, categoryIds }: Pois, poi: number): void {
    const { strings, id, name, category } = index
    const { positions } = index.tree
    const out = this.#out
    const start = out.length
    out.add(LNG)
    out.addDegrees(positions[poi * 2]! / E7)
    out.add(COMMA)
    out.addDegrees(positions[poi * 2 + 1]! / E7)
    out.add(ID)
    out.addString(stringAt(strings, id[poi]!))
    out.add(NAME)
    out.addString(stringAt(strings, name[poi]!))
    out.add(TYPE)
    out.addString(categoryIds[category[poi]!]!)
    out.add(END)
    this.#kept.keep(poi, out.bytes(), start, out.length)
  }
}
