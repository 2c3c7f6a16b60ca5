import { float64Column, uint32Column } from '../../base/column.ts'
import type { Tags } from '../../base/tags.ts'
import { type MapMeaning, mapMeaning } from '../tags/map-feature-tags.ts'

/**
 * Ways that the map shows, in columns: a country has millions.
 *
 *   meanings  [k]           each different one once
 *   meaning   Uint32[n]     position in `meanings`
 *   labels    by way        tags of areas whose name is written into them
 *   first     Uint32[n+1]   nodes of way i: refs[first[i]] … refs[first[i+1]]
 *   refs      Float64[]     node ids
 */
export interface MapWays {
  readonly meanings: readonly MapMeaning[]
  readonly meaning: Uint32Array
  readonly labels: ReadonlyMap<number, Tags>
  readonly first: Uint32Array
  readonly refs: Float64Array
}

export class MapWayCollector {
  readonly #meanings = new MeaningBook()
  readonly #meaning = uint32Column()
  readonly #labels = new Map<number, Tags>()
  readonly #first = uint32Column()
  readonly #refs = float64Column()

  /** False when the map does not show the way. */
  add(tags: Tags, refs: Float64Array): boolean {
    const isClosed = refs.length >= 4 && refs[0] === refs.at(-1)
    const meaning = mapMeaning(tags, isClosed)
    if (meaning === null) return false
    if (meaning.label !== null && tags['name'] !== undefined) {
      this.#labels.set(this.#meaning.length, tags)
    }
    this.#meaning.push(this.#meanings.numberOf(meaning))
    this.#first.push(this.#refs.length)
    this.#refs.reserve(refs.length).set(refs, this.#refs.length)
    this.#refs.length += refs.length
    return true
  }

  finish(): MapWays {
    this.#first.push(this.#refs.length)
    return {
      meanings: this.#meanings.all,
      meaning: this.#meaning.take(),
      labels: this.#labels,
      first: this.#first.take(),
      refs: this.#refs.take(),
    }
  }
}

/** Gives equal meanings one number. */
class MeaningBook {
  readonly all: MapMeaning[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(meaning: MapMeaning): number {
    const key = JSON.stringify(meaning)
    const number = this.#numbers.get(key) ?? this.all.push(meaning) - 1
    this.#numbers.set(key, number)
    return number
  }
}
