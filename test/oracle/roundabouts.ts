import type { Tags } from '../../src/base/tags.ts'
import type { RoadNetwork } from '../../src/routing/model/network.ts'
import type { Vehicle } from '../../src/routing/model/vehicle.ts'
import { wayAccess } from '../../src/routing/profile/access-tags.ts'

/*
 * Every way through every roundabout, and the number of its exit, from ways and nodes alone: no
 * graph, no arcs, no bytes for bearings. A ring's direction is the sign of its area, which says in
 * what order the roads of one node are passed.
 */

/** From one node of a way to the next, or to the one before. */
export interface Leg {
  readonly way: number
  /** Positions in `wayNodes`; they differ by one. */
  readonly from: number
  readonly to: number
}

export interface Passage {
  /** In driving order: one leg in, those of the ring, one leg out. */
  readonly legs: readonly Leg[]
  readonly number: number
}

/** Roads that nobody counts when he counts exits. */
const UNCOUNTED = /^(?:service|track|path|footway|pedestrian|cycleway|bridleway|busway)$/
/** What leaves within this of another exit, by the same name, is a lane of it. */
const LANES_APART_MAX_DEG = 24
const AHEAD_M = 15
/** Metres of 1e-7 degrees of latitude. */
const UNIT_M = 0.011132

/** All passages of a network by one vehicle. */
export function passagesOf(network: RoadNetwork, vehicle: Vehicle): readonly Passage[] {
  return new Rings(network, vehicle).passages()
}

class Rings {
  private readonly network: RoadNetwork
  private readonly vehicle: Vehicle
  /** By node: legs that begin there, driven that way or not. */
  private readonly legsAt = new Map<number, Leg[]>()
  /** By node: how many times roads pass it or end there. */
  private readonly uses = new Map<number, number>()

  constructor(network: RoadNetwork, vehicle: Vehicle) {
    this.network = network
    this.vehicle = vehicle
    for (let way = 0; way < network.wayTags.length; way++) {
      const { forward, backward } = wayAccess(this.tags(way), vehicle)
      if (forward === 'no' && backward === 'no') continue
      const last = network.wayFirst[way + 1]! - 1
      for (let at = network.wayFirst[way]!; at <= last; at++) {
        const isEnd = at === network.wayFirst[way] || at === last
        this.uses.set(this.node(at), (this.uses.get(this.node(at)) ?? 0) + (isEnd ? 2 : 1))
        if (at < last) this.keep({ way, from: at, to: at + 1 }, { way, from: at + 1, to: at })
      }
    }
  }

  passages(): readonly Passage[] {
    const found: Passage[] = []
    for (const legs of this.legsAt.values()) {
      const begins = legs.filter((leg) => this.isRing(leg) && this.isOpen(leg))
      for (const ring of begins) {
        const round = this.roundFrom(ring)
        if (round === null) continue
        for (const arm of legs) {
          const entry = reversed(arm)
          if (!this.isRing(arm) && this.isOpen(entry)) found.push(...this.passagesOf(entry, round))
        }
      }
    }
    return found
  }

  /** Legs of a ring from its first leg on round to where that begins; null when it is none. */
  private roundFrom(first: Leg): Leg[] | null {
    const round = [first]
    const start = this.node(first.from)
    for (let at = this.node(first.to); at !== start; at = this.node(round.at(-1)!.to)) {
      const back = reversed(round.at(-1)!)
      const next = this.legs(at).filter(
        (leg) => this.isRing(leg) && this.isOpen(leg) && !isSameLeg(leg, back),
      )
      if (next.length !== 1 || round.includes(next[0]!)) return null
      round.push(next[0]!)
    }
    return round
  }

  private passagesOf(entry: Leg, round: readonly Leg[]): readonly Passage[] {
    const side = Math.sign(this.area(round))
    const passed: Leg[] = []
    const found: Passage[] = []
    const first = round[0]!
    const arm = reversed(entry)
    // A driver sees the exits of one node from that which leads back the most to the ring itself.
    // The other lane of a one-way road is no exit to him who comes on it, but the way back.
    const isOther = (exit: Leg) => this.isOpen(arm) || !this.areOne(arm, exit)
    const ahead = this.between(arm, first, side).filter(isOther)
    passed.push(...ahead.filter((exit) => this.isCounted(exit)))
    round.forEach((leg, i) => {
      const isWhole = i === round.length - 1
      const exits = this.between(reversed(leg), isWhole ? arm : round[i + 1]!, side)
      if (isWhole && this.isOpen(arm)) exits.push(arm)
      for (const exit of exits) {
        const legs = [entry, ...round.slice(0, i + 1), exit]
        found.push({ legs, number: this.count([...passed, exit]) })
        if (this.isCounted(exit)) passed.push(exit)
      }
    })
    return found
  }

  /** Exits of one node between two of its legs, in the order in which they are passed. */
  private between(from: Leg, to: Leg, side: number): Leg[] {
    const turned = (leg: Leg) => {
      const degrees = side * (this.bearing(from) - this.bearing(leg))
      return ((degrees % 360) + 360) % 360
    }
    return this.legs(this.node(from.from))
      .filter((leg) => !this.isRing(leg) && this.isOpen(leg))
      .filter((leg) => !isSameLeg(leg, from) && turned(leg) < turned(to))
      .sort((a, b) => turned(a) - turned(b))
  }

  /** How many exits they are, where lanes of one exit stand beside each other. */
  private count(exits: readonly Leg[]): number {
    return exits.filter((exit, i) => i === 0 || !this.areOne(exits[i - 1]!, exit)).length
  }

  private areOne(a: Leg, b: Leg): boolean {
    if (this.junctionAfter(a) === this.junctionAfter(b)) return true
    if (this.node(a.from) !== this.node(b.from) || this.label(a) !== this.label(b)) return false
    const apart = Math.abs(this.bearing(a) - this.bearing(b)) % 360
    return Math.min(apart, 360 - apart) <= LANES_APART_MAX_DEG
  }

  private isCounted({ way }: Leg): boolean {
    const tags = this.tags(way)
    const { forward, backward } = wayAccess(tags, this.vehicle)
    if (forward === 'restricted' || backward === 'restricted') return false
    return !UNCOUNTED.test(tags['highway'] ?? '')
  }

  private label({ way }: Leg): string {
    const tags = this.tags(way)
    return tags['name:vi'] ?? tags['name'] ?? tags['ref'] ?? ''
  }

  /** The next node along the way that another road reaches, or its end. */
  private junctionAfter({ from, to }: Leg): number {
    let at = to
    while (this.uses.get(this.node(at)) === 1) at += to - from
    return this.node(at)
  }

  /** Degrees clockwise from north, towards the point 15 m along the way or its next junction. */
  private bearing({ from, to }: Leg): number {
    const step = to - from
    let at = from
    let leftM = AHEAD_M
    let [east, north] = [0, 0]
    do {
      const [dx, dy] = this.metres(at, at + step)
      const lengthM = Math.hypot(dx, dy)
      const part = lengthM > leftM ? leftM / lengthM : 1
      east += dx * part
      north += dy * part
      leftM -= lengthM
      at += step
    } while (leftM > 0 && this.uses.get(this.node(at)) === 1)
    return (Math.atan2(east, north) * 180) / Math.PI
  }

  /** Twice the area of a ring, more than 0 when it is driven against the clock. */
  private area(round: readonly Leg[]): number {
    const origin = round[0]!.from
    return round.reduce((sum, leg) => {
      const [ax, ay] = this.metres(origin, leg.from)
      const [bx, by] = this.metres(origin, leg.to)
      return sum + ax * by - bx * ay
    }, 0)
  }

  /** East and north from one position in `wayNodes` to another. */
  private metres(from: number, to: number): readonly [number, number] {
    const { nodeLonE7, nodeLatE7 } = this.network
    const lat = nodeLatE7[this.node(from)]!
    const scale = Math.cos((lat / 1e7) * (Math.PI / 180)) * UNIT_M
    const east = (nodeLonE7[this.node(to)]! - nodeLonE7[this.node(from)]!) * scale
    return [east, (nodeLatE7[this.node(to)]! - lat) * UNIT_M]
  }

  private isRing({ way }: Leg): boolean {
    const junction = this.tags(way)['junction']
    return junction === 'roundabout' || junction === 'circular'
  }

  private isOpen({ way, from, to }: Leg): boolean {
    return wayAccess(this.tags(way), this.vehicle)[from < to ? 'forward' : 'backward'] !== 'no'
  }

  private tags(way: number): Tags {
    return this.network.tagSets[this.network.wayTags[way]!]!
  }

  private node(at: number): number {
    return this.network.wayNodes[at]!
  }

  private keep(...legs: readonly Leg[]): void {
    for (const leg of legs) {
      const node = this.node(leg.from)
      this.legsAt.set(node, [...this.legs(node), leg])
    }
  }

  private legs(node: number): readonly Leg[] {
    return this.legsAt.get(node) ?? []
  }
}

function reversed({ way, from, to }: Leg): Leg {
  return { way, from: to, to: from }
}

function isSameLeg(a: Leg, b: Leg): boolean {
  return a.from === b.from && a.to === b.to
}
