/**
 * What is made of records that are asked for again and again as the same object, such as their
 * JSON: made once, kept as long as the record is.
 */
export class Kept<Value extends object, Made extends string | object> {
  readonly #make: (value: Value) => Made
  readonly #made = new WeakMap<Value, Made>()

  constructor(make: (value: Value) => Made) {
    this.#make = make
  }

  of(value: Value): Made {
    const known = this.#made.get(value)
    if (known !== undefined) return known
    const made = this.#make(value)
    this.#made.set(value, made)
    return made
  }
}
