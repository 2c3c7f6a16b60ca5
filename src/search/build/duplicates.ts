import { AROUND_COLUMNS, NONE } from '../index/layout.ts'

/** Of the places, n of them, what tells one from another; columns as layout.ts has them. */
interface PlaceColumns {
  readonly kind: Uint8Array
  readonly name: Uint32Array
  readonly category: Uint32Array
  readonly houseNumber: Uint32Array
  readonly streetName: Uint32Array
  readonly around: Int32Array
}

/** The numbers along streets, as layout.ts has them. */
interface HouseLists {
  readonly houseFirst: Uint32Array
  readonly houseKey: Uint32Array
  readonly housePlace: Uint32Array
}

/** With so many places that look alike one is compared; a list of them costs its square else. */
const COMPARED_MAX = 8

/**
 * Which places of a name are duplicates of others: the other carriageway of a road, a piece of a
 * street that is drawn in several. Nothing that is shown or asked for tells a double from a place
 * that is worth more, and it has no number that this one has not: unless someone asks for what is
 * near, it cannot be the answer.
 */
export class Duplicates {
  private readonly houses: HouseLists
  /** Uint32[n]: of each place all but numbers along it and its position, as a number. */
  private readonly looks: Uint32Array

  /** `nameSets`: Uint32[n], of each street and alley the set of its names, as a number. */
  constructor(columns: PlaceColumns, houses: HouseLists, nameSets: Uint32Array) {
    this.houses = houses
    this.looks = looksOf(columns, nameSets)
  }

  /**
   * The places of a name that are duplicates. `places`: ascending; of each how it bears the name,
   * equal for those that do alike.
   */
  among(placesNamed: Iterable<readonly [place: number, how: string]>): ReadonlySet<number> {
    const duplicates = new Set<number>()
    const alike = new Map<string, number[]>()
    for (const [place, how] of placesNamed) {
      const look = `${this.looks[place]} ${how}`
      const before = alike.get(look)
      if (!before) alike.set(look, [place])
      else if (before.some((other) => this.hasNumbersOf(other, place))) duplicates.add(place)
      else if (before.length < COMPARED_MAX) before.push(place)
    }
    return duplicates
  }

  /** Whether every number along `street` stands along `other`, too, at a place that looks alike. */
  private hasNumbersOf(other: number, street: number): boolean {
    const { houseFirst, houseKey, housePlace } = this.houses
    let from = houseFirst[other]!
    const end = houseFirst[other + 1]!
    for (let at = houseFirst[street]!; at < houseFirst[street + 1]!; at++) {
      const look = this.looks[housePlace[at]!]
      // Both lists are in one order.
      while (from < end && (houseKey[from] !== houseKey[at] || this.lookAt(from) !== look)) from++
      if (from === end) return false
    }
    return true
  }

  private lookAt(house: number): number {
    return this.looks[this.houses.housePlace[house]!]!
  }
}

function looksOf(columns: PlaceColumns, nameSets: Uint32Array): Uint32Array {
  const { kind, name, category, houseNumber, streetName, around } = columns
  const known = new Map<string, number>()
  return Uint32Array.from(kind, (its, place) => {
    const [street, ward, province, parent] = around.subarray(AROUND_COLUMNS * place)
    const shown =
      street === NONE ? streetName[place] : `${kind[street!]} ${name[street!]} ${nameSets[street!]}`
    const own = [its, name[place], category[place], houseNumber[place]]
    return numberOf(known, [...own, ward, province, parent, shown].join())
  })
}

/** The number of a text: each has its own. */
function numberOf(known: Map<string, number>, text: string): number {
  const number = known.get(text) ?? known.size
  known.set(text, number)
  return number
}

/** Sets that grow by one name at a time, as numbers: equal for equal sets in the same order. */
export class NameSets {
  private readonly known = new Map<string, number>()

  /** The set with one name more; 0 is the empty one. */
  with(set: number, name: number): number {
    return 1 + numberOf(this.known, `${set} ${name}`)
  }
}
