const ROW = 4
const SET = 4 * ROW

/**
 * Lists of numbers that were made of ranges of names, as far as they were asked for of late: the
 * same prefixes are typed again and again. When the memory of the lists is used up, all are
 * forgotten.
 *
 *   rows    Uint32[4 · 4 s]  s sets, a power of two, of four rows, a line of the processor's cache:
 *                            a range has a row of the set that its hash says, until another takes
 *                            it
 *                              2  `from` and `to` of the range; 0 and 0 are free
 *                              2  where its list begins in values, and where it ends
 *   values  Uint32[…]        the lists, in the order in which they were asked for
 */
export class RangeMemo {
  /** Of the range that was looked at last: `values[start]` up to `values[end]`. */
  start = 0
  end = 0
  values = new Uint32Array(0)
  private readonly make: (from: number, to: number) => readonly number[]
  private readonly rows: Uint32Array
  private readonly mask: number
  private readonly valuesMax: number
  private length = 0
  /** Which row of a set that is full was taken last. */
  private turn = 0

  /** `sets`: a power of two. `valuesMax`: numbers in all lists together; no list has as many. */
  constructor(
    sets: number,
    valuesMax: number,
    make: (from: number, to: number) => readonly number[],
  ) {
    this.make = make
    this.rows = new Uint32Array(SET * sets)
    this.mask = sets - 1
    this.valuesMax = valuesMax
  }

  /** Looks at the list of the names `from` up to `to`. */
  look(from: number, to: number): void {
    const { rows } = this
    const hash = Math.imul(from ^ Math.imul(to, 0x9e3779b1), 0x85ebca6b)
    const set = SET * ((hash ^ (hash >>> 15)) & this.mask)
    let row = set
    while (row < set + SET && (rows[row] !== from || rows[row + 1] !== to)) row += ROW
    if (row === set + SET) row = this.learn(set, from, to)
    this.start = rows[row + 2]!
    this.end = rows[row + 3]!
  }

  /**
   * Forgets all lists unless there is room for so many numbers more: those that are looked at from
   * here on stay where they are, until more than these are.
   */
  reserve(numbers: number): void {
    if (this.length + numbers > this.valuesMax) this.forget()
  }

  private forget(): void {
    this.rows.fill(0)
    this.length = 0
  }

  /** The row in the set that the range then has. */
  private learn(set: number, from: number, to: number): number {
    const { rows } = this
    const list = this.make(from, to)
    if (this.length + list.length > this.valuesMax) this.forget()
    const start = this.length
    this.length += list.length
    this.makeRoom()
    this.values.set(list, start)
    const row = this.rowFor(set)
    rows[row] = from
    rows[row + 1] = to
    rows[row + 2] = start
    rows[row + 3] = this.length
    return row
  }

  /** A free row of the set, else that whose turn it is. */
  private rowFor(set: number): number {
    for (let row = set; row < set + SET; row += ROW) if (this.rows[row + 1] === 0) return row
    this.turn = (this.turn + ROW) % SET
    return set + this.turn
  }

  private makeRoom(): void {
    const { values, length, valuesMax } = this
    if (length <= values.length) return
    this.values = new Uint32Array(Math.min(valuesMax, Math.max(length, 2 * values.length)))
    this.values.set(values)
  }
}
