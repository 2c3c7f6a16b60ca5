import { firstReached } from '../../base/binary-search.ts'
import { E7, type Point } from '../../geo/point.ts'
import type { Token } from '../../text/tokens.ts'
import { rankIn } from '../index/entry-bits.ts'
import { entryBitsIn, firstEntry, NONE, placeIn, type SearchIndex } from '../index/layout.ts'
import { placesNamed } from '../index/lookup.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { bits } from '../plan/token-mask.ts'
import type { NameMatch } from './name-match.ts'
import { isWord, namesHolding, rarestWord, visitBoth } from './postings.ts'

/** Places kept. */
const NEAR_MAX = 24
/** A range with more places, or a word that more names hold, is not searched. */
const PLACES_MAX = 8_000
const NAMES_MAX = 3_000
/** Places farther away are not near: 30 km. */
const FAR_DEGREES = 0.27
/** A word of so few letters begins so many names that the best known places near are meant. */
const SHORT_CHARS = 2
/** For a single letter the best known of the whole country are enough. */
const SHORT_CHARS_MIN = 2
const SHORT_PLACES_MAX = 20_000
/** The rank of a street or a place that people ask for; most places have less. */
const SHORT_RANK_MIN = 80

/**
 * Finds the places near a point among the names that a query asks for. Without it, names are
 * offered by the rank of their best places, which may all be at the other end of the country: it
 * has hundreds of markets.
 *
 *   entries, names  Uint32[NEAR_MAX]    of each the entry, and its name; the nearest first
 *   distances       Float64[NEAR_MAX]   squares of degrees of latitude; for short words divided by
 *                                       (1 + rank)²
 */
export class NearPlaces {
  count = 0
  readonly entries = new Uint32Array(NEAR_MAX)
  readonly names = new Uint32Array(NEAR_MAX)
  private readonly distances = new Float64Array(NEAR_MAX)
  private readonly index: SearchIndex
  private lon = 0
  private lat = 0
  private across = 0
  private farthest = 0

  constructor(index: SearchIndex) {
    this.index = index
  }

  /** Sets the point of the searches that follow. */
  goTo(focus: Point): void {
    this.lon = focus.lon
    this.lat = focus.lat
    this.across = Math.cos((focus.lat * Math.PI) / 180)
  }

  /**
   * Finds the places of a span's names; only if none near has the last word whole, those of names
   * that it begins. Cost: three reads a place.
   */
  find(plan: QueryPlan, span: number): void {
    this.clear()
    const only = plan.onlyTokenOf(span)
    if (isShort(only)) {
      // Behind other words a short word is too little.
      if (plan.tokens.length === 1) this.findKnown(plan.spanFrom[span]!, plan.spanTo[span]!, only)
      return
    }
    const wordTo = plan.spanWordTo[span]!
    this.findAmong(plan.spanFrom[span]!, wordTo)
    // `agri` near a bank means the bank, not a place called `Agri` at the other end.
    if (this.count === 0) this.findAmong(wordTo, plan.spanTo[span]!)
  }

  /** Finds the best known of the places whose names so short a word begins. */
  private findKnown(from: number, to: number, word: Token): void {
    if (word.folded.length < SHORT_CHARS_MIN) return
    if (placesNamed(this.index, from, to) > SHORT_PLACES_MAX) return
    const { index, lon, lat, across, farthest: distanceMax } = this
    const end = firstEntry(index, to)
    this.farthest = Infinity
    for (let entry = firstEntry(index, from); entry < end; entry++) {
      const rank = rankIn(entryBitsIn(index, entry))
      if (rank < SHORT_RANK_MIN) continue
      const place = placeIn(index, entry)
      const y = index.lat[place]! / E7 - lat
      const x = (index.lon[place]! / E7 - lon) * across
      const distance = x * x + y * y
      const cost = distance / (1 + rank) ** 2
      if (distance < distanceMax && cost < this.farthest) this.keep(NONE, entry, cost)
    }
    // Names are looked up only for the places that were kept.
    for (let i = 0; i < this.count; i++) {
      const entry = this.entries[i]!
      this.names[i] = firstReached(from, to, (each) => firstEntry(index, each + 1) > entry)
    }
  }

  private findAmong(from: number, to: number): void {
    if (placesNamed(this.index, from, to) > PLACES_MAX) return
    for (let name = from; name < to; name++) this.findOf(name)
  }

  /**
   * Finds the places of names that hold all words of the query, which `nameMatch` has read; of a
   * single word only if none near has it whole, those of names that it begins.
   */
  findHolding(plan: QueryPlan, nameMatch: NameMatch): void {
    const { index } = this
    const { postFirst } = index
    const count = plan.tokens.length
    const all = bits(0, count)
    this.clear()
    if (nameMatch.seenMask !== all || (count === 1 && isShort(plan.tokens[0]!))) return
    let rarest = 0
    for (let i = 1; i < count; i++) {
      if (namesHolding(index, plan, i) < namesHolding(index, plan, rarest)) rarest = i
    }
    const start = postFirst[plan.tokenFrom[rarest]!]!
    const end = postFirst[plan.tokenTo[rarest]!]!
    if (count === 1) {
      const wordEnd = postFirst[plan.words[0]!.itself.to]!
      this.findPosted(start, wordEnd, () => true)
      if (this.count === 0) this.findPosted(wordEnd, end, () => true)
      return
    }
    const holdsAll = (name: number) => nameMatch.maskOf(name) === all
    const other = isWord(plan, rarest) ? rarestWord(index, plan, all & ~(1 << rarest)) : NONE
    if (other === NONE) this.findPosted(start, end, holdsAll)
    else if (end - start <= NAMES_MAX) {
      visitBoth(index, plan, [rarest, other], (name) => {
        if (holdsAll(name)) this.findOf(name)
        return true
      })
    }
  }

  private findPosted(from: number, to: number, holdsAll: (name: number) => boolean): void {
    const { posts } = this.index
    if (to - from > NAMES_MAX) return
    for (let at = from; at < to; at++) if (holdsAll(posts[at]!)) this.findOf(posts[at]!)
  }

  private clear(): void {
    this.count = 0
    this.farthest = FAR_DEGREES * FAR_DEGREES
  }

  private findOf(name: number): void {
    const { index, lon, lat, across } = this
    const end = firstEntry(index, name + 1)
    for (let entry = firstEntry(index, name); entry < end; entry++) {
      const place = placeIn(index, entry)
      const y = index.lat[place]! / E7 - lat
      const x = (index.lon[place]! / E7 - lon) * across
      const distance = x * x + y * y
      if (distance < this.farthest) this.keep(name, entry, distance)
    }
  }

  private keep(name: number, entry: number, distance: number): void {
    const { entries, names, distances } = this
    let at = this.count < NEAR_MAX ? this.count++ : NEAR_MAX - 1
    for (; at > 0 && distances[at - 1]! > distance; at--) {
      entries[at] = entries[at - 1]!
      names[at] = names[at - 1]!
      distances[at] = distances[at - 1]!
    }
    entries[at] = entry
    names[at] = name
    distances[at] = distance
    if (this.count === NEAR_MAX) this.farthest = distances[NEAR_MAX - 1]!
  }
}

function isShort(only: Token | null): only is Token {
  return only !== null && only.folded.length <= SHORT_CHARS
}
