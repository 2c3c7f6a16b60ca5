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

/** So many are kept. */
const NEAR_MAX = 24
/** More places of a range of names, or names that hold a word, are not gone through. */
const PLACES_MAX = 8_000
const NAMES_MAX = 3_000
/** Farther away nothing is near: 30 km. */
const FAR_DEGREES = 0.27
/** A word of so few letters begins so much that the best known near the point are meant. */
const SHORT_CHARS = 2
/** Of one letter those of the whole country. */
const SHORT_CHARS_MIN = 2
const SHORT_PLACES_MAX = 20_000
/** Of a street or a place that people ask for; most places are worth less. */
const SHORT_RANK_MIN = 80

/**
 * Which places of the names that a query asks for lie near a point. Else names are offered by the
 * rank of their best places, of which all may be at the other end of the country: of the markets
 * it has hundreds.
 *
 *   entries, names  Uint32[NEAR_MAX]    of each the entry, and its name; the nearest first
 *   distances       Float64[NEAR_MAX]   squares of degrees of latitude; of short words divided by
 *                                       what the place is worth
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

  /** The point near which the places of what follows are to lie. */
  goTo(focus: Point): void {
    this.lon = focus.lon
    this.lat = focus.lat
    this.across = Math.cos((focus.lat * Math.PI) / 180)
  }

  /**
   * Finds those of the names of a span; where the last word is one of some of them that lie near,
   * not only begun, of those. Cost: three reads a bearer.
   */
  find(plan: QueryPlan, span: number): void {
    this.clear()
    const only = plan.onlyTokenOf(span)
    if (isShort(only)) {
      // Behind other words it begins what these do not tell.
      if (plan.tokens.length === 1) this.findKnown(plan.spanFrom[span]!, plan.spanTo[span]!, only)
      return
    }
    const wordTo = plan.spanWordTo[span]!
    this.findAmong(plan.spanFrom[span]!, wordTo)
    // The bank is meant around the corner, not the one place at the other end called `Agri`.
    if (this.count === 0) this.findAmong(wordTo, plan.spanTo[span]!)
  }

  /** The best known of the places that so short a word begins. */
  private findKnown(from: number, to: number, word: Token): void {
    if (word.folded.length < SHORT_CHARS_MIN) return
    if (placesNamed(this.index, from, to) > SHORT_PLACES_MAX) return
    const { index, lon, lat, across, farthest: far } = this
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
      if (distance < far && cost < this.farthest) this.keep(NONE, entry, cost)
    }
    // Names are looked up for those that are left alone.
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
   * Finds those of the names that hold all words of the query, which `marks` has read; where the
   * one word is that of some of them that lie near, not only begun, of those.
   */
  findHolding(plan: QueryPlan, marks: NameMatch): void {
    const { index } = this
    const { postFirst } = index
    const count = plan.tokens.length
    const all = bits(0, count)
    this.clear()
    if (marks.seen !== all || (count === 1 && isShort(plan.tokens[0]!))) return
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
    const holdsAll = (name: number) => marks.maskOf(name) === all
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
