/**
 * The JSON of records that are asked for again and again as the same object: written once, kept
 * as long as the record is.
 */
export class KeptJson<Value extends object> {
  readonly #toWire: (value: Value) => object
  readonly #texts = new WeakMap<Value, string>()

  constructor(toWire: (value: Value) => object) {
    this.#toWire = toWire
  }

  textOf(value: Value): string {
    const known = this.#texts.get(value)
    if (known !== undefined) return known
    const text = JSON.stringify(this.#toWire(value))
    this.#texts.set(value, text)
    return text
  }
}
