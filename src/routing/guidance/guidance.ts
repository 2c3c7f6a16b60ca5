import { type Arc, flagsOf, isUsable, type RoadGraph, turnAngle } from '../graph/graph.ts'
import {
  angleOf,
  BACK_MIN,
  BEND_MAX,
  type Move,
  STRAIGHT_MAX,
  sideOf,
  turnOf,
} from '../model/move.ts'
import { ROAD_BRIDGE, ROAD_LINK, ROAD_ROUNDABOUT, ROAD_TUNNEL } from '../model/road.ts'
import type { RoutePath } from '../path/path.ts'
import type { RouteLine } from '../path/route-line.ts'
import { asDriven } from './clean-up-maneuvers.ts'
import {
  BEHIND_MIN,
  exitNumber,
  FERRY,
  hasOtherWay,
  isFork,
  isOfClass,
  isPlainlyOn,
  isSmaller,
  type Junction,
  junctionOf,
  leavesTraffic,
  MOTORWAY,
  needsStaying,
  sideAmong,
} from './junction.ts'
import type { Maneuver } from './maneuver.ts'
import { mergeClose } from './merge.ts'
import { isOneRoad, isSameLabel, labelOf, refOf } from './road-label.ts'
import { isOneTurn, joinsTraffic, rampSide, rampTarget } from './slip-road.ts'
import { type Turning, turningBetween, turningThrough } from './turning.ts'

/*
 * From a path to the maneuvers for a driver. One walk along its arcs: at every node between two of
 * them a rule for the kind of place (ferry, roundabout, slip road, plain junction) either gives a
 * move or none, and the number of arcs that it covers. No move is the default: a move is given only
 * where a driver without it could go wrong, or where the road gets another name.
 */

/** An edge shorter than this is a point of a junction, not a road. */
const POINT_CM_MAX = 300
/** A slip road up to this length is a part of the junction and not worth a word. */
const SLIP_CM_MAX = 20_000
/** A move at its end that comes after more than this is not a part of the one at its beginning. */
const TOGETHER_CM_MAX = 10_000
/** A gap in a median is no longer than this. */
const GAP_CM_MAX = 4_000

/** The moves along the path: departure first; arrival is not a move. */
export function maneuversOf(graph: RoadGraph, path: RoutePath, route: RouteLine): Maneuver[] {
  const maneuvers = new Guide(graph, path, route).walk()
  return asDriven(graph, path, route, mergeClose(graph, path, maneuvers))
}

class Guide {
  readonly #graph: RoadGraph
  readonly #path: RoutePath
  readonly #route: RouteLine
  readonly #arcs: readonly Arc[]
  readonly #maneuvers: Maneuver[] = []
  /** String ids of label and ref of the road that the driver thinks he is on; 0 for none. */
  #label: number
  #ref: number

  constructor(graph: RoadGraph, path: RoutePath, route: RouteLine) {
    this.#graph = graph
    this.#path = path
    this.#route = route
    this.#arcs = path.arcs
    this.#label = labelOf(graph, path.arcs[0]!)
    this.#ref = refOf(graph, path.arcs[0]!)
  }

  walk(): readonly Maneuver[] {
    const { length } = this.#arcs
    this.#say({ kind: 'depart' }, 0, 0, false)
    let at = this.#isRoundabout(0) ? this.#leaveFirstRoundabout() : 1
    while (at < length) at = this.#pass(at)
    return this.#maneuvers
  }

  /** Deals with the node before arc `at`, and with what belongs to it; returns the next index. */
  #pass(at: number): number {
    const from = this.#arcs[at - 1]!
    const to = this.#arcs[at]!
    // Most arcs go on along the road that the one before is on, where none of the rest applies.
    if (to !== (from ^ 1) && this.#isPlainRoad(from, to)) return this.#turn(at)
    const fromFerry = isOfClass(this.#graph, from, FERRY)
    const toFerry = isOfClass(this.#graph, to, FERRY)
    if (toFerry !== fromFerry) {
      return this.#say({ kind: toFerry ? 'ferry' : 'leave-ferry' }, at, at, false)
    }
    if (toFerry) return at + 1
    if (this.#isRoundabout(at)) return this.#passRoundabout(at)
    if (to === (from ^ 1)) return this.#say({ kind: 'uturn', side: 'left' }, at, at, true)
    const fromLink = this.#hasFlag(at - 1, ROAD_LINK)
    const toLink = this.#hasFlag(at, ROAD_LINK)
    if (toLink && !fromLink) return this.#enterLink(at)
    if (fromLink && !toLink) return this.#leaveLink(at)
    return this.#turn(at)
  }

  /** Whether both arcs are on one road, and that is no slip road, roundabout or ferry. */
  #isPlainRoad(from: Arc, to: Arc): boolean {
    const { edgeRoad, roadFlags, roadClass } = this.#graph
    const road = edgeRoad[to >>> 1]!
    if (road !== edgeRoad[from >>> 1]! || roadClass[road] === FERRY) return false
    return (roadFlags[road]! & (ROAD_LINK | ROAD_ROUNDABOUT)) === 0
  }

  // Roundabouts

  #passRoundabout(at: number): number {
    const end = this.#roundaboutEnd(at)
    if (end === this.#arcs.length) {
      this.#say({ kind: 'enter-roundabout' }, at, at, false)
      return end
    }
    const exit = exitNumber(this.#graph, this.#arcs, at, end)
    // The slip road of an exit is called after what it leads to, as slip roads are.
    const onto = this.#hasFlag(end, ROAD_LINK) ? rampTarget(this.#graph, this.#arcs, end) : end
    this.#say({ kind: 'roundabout', exit }, at, onto, false)
    return end + 1
  }

  #leaveFirstRoundabout(): number {
    const end = this.#roundaboutEnd(0)
    if (end === this.#arcs.length) return end
    return this.#say({ kind: 'leave-roundabout' }, end, end, false)
  }

  #roundaboutEnd(at: number): number {
    let end = at
    while (end < this.#arcs.length && this.#isRoundabout(end)) end++
    return end
  }

  // Slip roads

  #enterLink(at: number): number {
    const end = this.#linkEnd(at)
    const before = this.#arcs[at - 1]!
    if (end === this.#arcs.length || isOfClass(this.#graph, before, MOTORWAY)) {
      return this.#takeRamp(at)
    }
    if (this.#isRoundabout(end)) return this.#enterToRoundabout(at)
    const isShort = this.#lengthCm(at, end) <= SLIP_CM_MAX
    if (!isShort || isOfClass(this.#graph, this.#arcs[end]!, MOTORWAY)) return this.#takeRamp(at)
    return this.#slip(at, end)
  }

  /** An approach to a roundabout is a part of it, unless other traffic goes on past it. */
  #enterToRoundabout(at: number): number {
    const before = this.#arcs[at - 1]!
    const angle = turnAngle(this.#graph, before, this.#arcs[at]!)
    const isPlain = Math.abs(angle) <= BEND_MAX
    return isPlain && !leavesTraffic(this.#graph, before, this.#arcs[at]!)
      ? at + 1
      : this.#enterSlip(at)
  }

  #takeRamp(at: number): number {
    const before = this.#arcs[at - 1]!
    const side = rampSide(this.#graph, before, this.#arcs[at]!)
    const isExit = isOfClass(this.#graph, before, MOTORWAY)
    this.#say({ kind: 'ramp', side, isExit }, at, rampTarget(this.#graph, this.#arcs, at), false)
    return at + 1
  }

  /** A short slip road, reported as the turn from one road to the other. */
  #slip(at: number, end: number): number {
    const turning = this.#turning(at, end)
    const size = Math.abs(turning.total)
    const stays = this.#isSpoken(end)
    const isNameless = labelOf(this.#graph, this.#arcs[end]!) === 0
    if (!isOneTurn(turning) || this.#endsAtJunction(at, end)) return this.#enterSlip(at)
    if (size < STRAIGHT_MAX) {
      if (leavesTraffic(this.#graph, this.#arcs[at - 1]!, this.#arcs[at]!)) {
        return this.#takeRamp(at)
      }
      if (!stays && !isNameless) return this.#say({ kind: 'straight' }, at, end, stays)
      this.#take(end)
      return end + 1
    }
    if (size < BACK_MIN) return this.#say(turnOf(turning.total), at, end, stays)
    // Back into a yard beside the road is no way back along it.
    const isBack = !isSmaller(this.#graph, this.#arcs[end]!, this.#arcs[at - 1]!)
    const isGap = stays || (isBack && (isNameless || this.#lengthCm(at, end) <= GAP_CM_MAX))
    if (!isGap) return this.#enterSlip(at)
    return this.#say({ kind: 'uturn', side: sideOf(turning.total) }, at, end, stays)
  }

  /** The first half of a slip road that takes two moves: at its end comes the other. */
  #enterSlip(at: number): number {
    const angle = turnAngle(this.#graph, this.#arcs[at - 1]!, this.#arcs[at]!)
    if (Math.abs(angle) <= BEND_MAX) return this.#takeRamp(at)
    return this.#say(turnOf(angle), at, at, this.#isSpoken(at))
  }

  /** Whether a slip road is long enough to be forgotten when it ends, and ends with a turn. */
  #endsAtJunction(at: number, end: number): boolean {
    const angle = turnAngle(this.#graph, this.#arcs[end - 1]!, this.#arcs[end]!)
    return Math.abs(angle) > BEND_MAX && this.#lengthCm(at, end) > TOGETHER_CM_MAX
  }

  /** The turning of the way from its approach to arc `at` until it is on arc `end`. */
  #turning(at: number, end: number): Turning {
    const { line, arcFirst } = this.#route
    const last = arcFirst[end + 1]!
    const angle = turnAngle(this.#graph, this.#arcs[at - 1]!, this.#arcs[end]!)
    const ground = turningBetween(line, arcFirst[at]!, arcFirst[end]!, arcFirst[at - 1]!, last)
    return turningThrough(angle, ground)
  }

  #leaveLink(at: number): number {
    const from = this.#arcs[at - 1]!
    const to = this.#arcs[at]!
    const angle = turnAngle(this.#graph, from, to)
    if (Math.abs(angle) < BEND_MAX && joinsTraffic(this.#graph, from, to)) {
      return this.#say({ kind: 'merge' }, at, at, false)
    }
    // The maneuver of the slip road, which here ends at a junction, has given the name.
    if (Math.abs(angle) > BEND_MAX) return this.#say(turnOf(angle), at, at, false)
    return this.#turn(at)
  }

  /** Up to a roundabout: those of the class of a slip road are roundabouts all the same. */
  #linkEnd(at: number): number {
    const { length } = this.#arcs
    let end = at
    while (end < length && this.#hasFlag(end, ROAD_LINK) && !this.#isRoundabout(end)) end++
    return end
  }

  // Plain junctions

  #turn(at: number): number {
    const onto = this.#beyondPoint(at)
    const from = this.#arcs[at - 1]!
    const to = this.#arcs[onto]!
    const stays = this.#isSpoken(onto)
    // Nine of ten nodes on a long way: a look at the bearings is enough, and half the time.
    const isNameless = this.#label === 0 && labelOf(this.#graph, to) === 0
    if (onto === at && (stays || isNameless) && isPlainlyOn(this.#graph, from, to)) {
      this.#take(at)
      return at + 1
    }
    const junction = junctionOf(this.#graph, this.#arcs, at, onto)
    const move = this.#moveAt(junction, onto, stays)
    if (move !== null) return this.#say(move, at, onto, stays)
    this.#take(onto)
    return onto + 1
  }

  /**
   * The arc that leads away from the place where arc `at` begins: `at` itself, unless that is so
   * short that it has no direction, and its two ends are one place.
   */
  #beyondPoint(at: number): number {
    const { arcCm } = this.#path
    const last = this.#arcs.length - 1
    let onto = at
    while (onto < last && arcCm[onto]! < POINT_CM_MAX) {
      if (!this.#isPlain(onto + 1)) return at
      onto++
    }
    return onto
  }

  /** Whether arc `at` is no slip road, roundabout or ferry, and does not lead back. */
  #isPlain(at: number): boolean {
    const arc = this.#arcs[at]!
    if (arc === (this.#arcs[at - 1]! ^ 1) || isOfClass(this.#graph, arc, FERRY)) return false
    return !this.#hasFlag(at, ROAD_LINK | ROAD_ROUNDABOUT)
  }

  /** Null for silence. */
  #moveAt(junction: Junction, at: number, stays: boolean): Move | null {
    const size = Math.abs(junction.angle)
    if (size >= BACK_MIN) return { kind: 'uturn', side: sideOf(junction.angle) }
    const fork = this.#forkAt(junction, at, stays)
    if (fork !== null) return fork
    if (stays) {
      const { angle } = junction
      const isAnnounced =
        needsStaying(junction) || (size > BEND_MAX && this.#hasOtherWay(at, angle))
      return isAnnounced ? turnOf(angle) : null
    }
    if (size <= STRAIGHT_MAX) {
      const isAnnounced = this.#isNewName(junction, at) || this.#roadLeaves(at, angleOf(360))
      return isAnnounced ? { kind: 'straight' } : null
    }
    if (junction.others > 0) return this.#isPlainBend(junction, at) ? null : turnOf(junction.angle)
    // A mere bend of the road, which may get another name in it.
    if (!this.#isNewName(junction, at)) return null
    return size <= BEND_MAX ? { kind: 'straight' } : turnOf(junction.angle)
  }

  #forkAt(junction: Junction, at: number, stays: boolean): Move | null {
    const size = Math.abs(junction.angle)
    if (size > BEND_MAX || !isFork(this.#graph, this.#arcs[at - 1]!, junction)) return null
    const { rival, rivalAngle, ahead } = junction
    const rivals = ahead.length > 1 ? ahead : [rival]
    // The road goes on, and a different one leaves it beside.
    const goesOn = stays && size < STRAIGHT_MAX && size < Math.abs(rivalAngle)
    if (goesOn && !rivals.some((arc) => this.#isSpokenArc(arc))) return null
    return { kind: 'fork', side: sideAmong(this.#graph, this.#arcs[at]!, rivals) }
  }

  #hasOtherWay(at: number, angle: number): boolean {
    return hasOtherWay(this.#graph, this.#arcs[at - 1]!, this.#arcs[at]!, angle)
  }

  /** Whether the road gets a name here that a driver should hear. */
  #isNewName(junction: Junction, at: number): boolean {
    if (labelOf(this.#graph, this.#arcs[at]!) === 0) return false
    if (this.#hasFlag(at, ROAD_LINK)) return false
    if (this.#isOnStructure(at) && junction.choices === 0) return false
    return this.#label !== 0 || junction.choices > 0
  }

  /** Whether the driver's road leads elsewhere than the route, by less than an angle. */
  #roadLeaves(at: number, angleMax: number): boolean {
    const { firstOut, out, tail } = this.#graph
    const from = this.#arcs[at - 1]!
    const to = this.#arcs[at]!
    const node = tail[to]!
    const last = firstOut[node + 1]!
    for (let i = firstOut[node]!; i < last; i++) {
      const arc = out[i]!
      if (arc === to || arc === (from ^ 1) || !isUsable(this.#graph, arc)) continue
      if (!this.#isSpokenArc(arc)) continue
      if (Math.abs(turnAngle(this.#graph, from, arc)) < angleMax) return true
    }
    return false
  }

  /** A nameless road that continues round a corner, past only smaller ones. */
  #isPlainBend(junction: Junction, at: number): boolean {
    if (junction.choices > 0 || Math.abs(junction.angle) > BEND_MAX) return false
    return this.#label === 0 && labelOf(this.#graph, this.#arcs[at]!) === 0
  }

  #say(move: Move, at: number, onto: number, stays: boolean): number {
    const arc = this.#arcs[onto]!
    const roadLeaves = move.kind === 'straight' && this.#roadLeaves(at, BEHIND_MIN)
    this.#maneuvers.push({ move, at, onto, stays, roadLeaves })
    this.#label = labelOf(this.#graph, arc)
    this.#ref = refOf(this.#graph, arc)
    return onto + 1
  }

  /**
   * Goes on without a word. A road without a name may get one; that of a bridge is passing, and a
   * slip road has been called after what it leads to.
   */
  #take(at: number): void {
    if (this.#isOnStructure(at) || this.#hasFlag(at, ROAD_LINK)) return
    const arc = this.#arcs[at]!
    this.#label = labelOf(this.#graph, arc) || this.#label
    this.#ref = refOf(this.#graph, arc) || this.#ref
  }

  #isSpoken(at: number): boolean {
    return this.#isSpokenArc(this.#arcs[at]!)
  }

  /** Whether the driver takes the arc for the road that he is on. */
  #isSpokenArc(arc: Arc): boolean {
    const label = labelOf(this.#graph, arc)
    if (label === 0 || this.#label === 0) return false
    if (isSameLabel(this.#graph, label, this.#label)) return true
    if (this.#ref === 0) return false
    return isOneRoad(this.#graph, label, refOf(this.#graph, arc), this.#label, this.#ref)
  }

  #isOnStructure(at: number): boolean {
    return this.#hasFlag(at, ROAD_BRIDGE | ROAD_TUNNEL)
  }

  #isRoundabout(at: number): boolean {
    return this.#hasFlag(at, ROAD_ROUNDABOUT)
  }

  #hasFlag(at: number, flags: number): boolean {
    return (flagsOf(this.#graph, this.#arcs[at]!) & flags) !== 0
  }

  #lengthCm(from: number, to: number): number {
    const { arcCm } = this.#path
    let sum = 0
    for (let i = from; i < to; i++) sum += arcCm[i]!
    return sum
  }
}
