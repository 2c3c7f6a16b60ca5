import type { Lang } from '../../base/lang.ts'
import { RecentMap } from '../../base/recent-map.ts'
import { type Arc, flagsOf, NONE, type RoadGraph, roadNumberOf } from '../graph/graph.ts'
import type { Maneuver } from '../guidance/maneuver.ts'
import { escapeHtml, labelOf, labelText } from '../guidance/road-label.ts'
import { exitOf, exitText, hasSign, towardText } from '../guidance/signs.ts'
import type { Bend, Move, Side } from '../model/move.ts'
import { type Phrase, phraseOf } from '../model/phrase.ts'
import { ROAD_ALLEY, ROAD_BRIDGE, ROAD_LINK } from '../model/road.ts'
import type { RoutePath } from '../path/path.ts'
import { type Onto, WORDINGS } from './wording.ts'

/*
 * The instruction for a driver at a maneuver. It depends on a few numbers, of roads and of strings,
 * and routes have their roads in common: most instructions have been given before and are not put
 * into words again.
 */

/** A driver who enters a road without a name there gets the next name within this. */
const NAME_AHEAD_CM_MAX = 10_000

/** A bridge no longer than this is over before its name is read. */
const SHORT_BRIDGE_CM_MAX = 3_000

/** The content of an instruction. */
interface InstructionParts {
  readonly move: Move
  /** Heading of the departure, as an eighth of the compass; 0 for all other moves. */
  readonly heading: number
  readonly stays: boolean
  readonly isAlley: boolean
  /** The road that it leads onto, NONE when that has no name. */
  readonly road: number
  /** String id of the number of the exit; 0 for none. */
  readonly exit: number
  /** The road of the roundabout that is passed, NONE for other moves. */
  readonly roundabout: number
}

/** For each language. A country's main roads need 5,000. */
const PHRASES_KEPT = 8_192

/** The instructions of one graph. */
export class Instructions {
  readonly #graph: RoadGraph
  readonly #known: Readonly<Record<Lang, RecentMap<string, Phrase>>> = {
    vi: new RecentMap(PHRASES_KEPT),
    en: new RecentMap(PHRASES_KEPT),
  }

  constructor(graph: RoadGraph) {
    this.#graph = graph
  }

  /** As HTML. `endArc`: where on the path the step ends. `heading`: of a departure. */
  of(path: RoutePath, maneuver: Maneuver, endArc: number, heading: number, lang: Lang): Phrase {
    const { move } = maneuver
    if (move.kind === 'depart' && path.totalCm === 0) return phraseOf(WORDINGS[lang].atDestination)
    const parts = partsOf(this.#graph, path, maneuver, endArc, heading)
    if (move.kind === 'ramp' || move.kind === 'fork') {
      // Signs where a road parts: on the slip road itself, or the first with a destination.
      for (let i = maneuver.at; i < endArc; i++) {
        const arc = path.arcs[i]!
        if (hasSign(this.#graph, arc)) {
          const phrase = this.#phrase(parts, roadNumberOf(this.#graph, arc), lang)
          if (phrase.bytes > 0) return phrase
        }
        if (!isLink(this.#graph, arc)) break
      }
    }
    return this.#phrase(parts, NONE, lang)
  }

  /** `sign`: the road whose sign is read, NONE for none. Without bytes when it SAYS_NOTHING. */
  #phrase(parts: InstructionParts, sign: number, lang: Lang): Phrase {
    const known = this.#known[lang]
    const { road, exit, roundabout } = parts
    const key = `${road} ${exit} ${sign} ${roundabout} ${codeOf(parts)}`
    let phrase = known.get(key)
    if (phrase === undefined) {
      phrase = phraseOf(inWords(this.#graph, parts, sign, lang))
      known.set(key, phrase)
    }
    return phrase
  }
}

function partsOf(
  graph: RoadGraph,
  path: RoutePath,
  { move, at, onto, stays }: Maneuver,
  endArc: number,
  heading: number,
): InstructionParts {
  const { arcs } = path
  const isRoundabout = move.kind === 'roundabout' || move.kind === 'enter-roundabout'
  return {
    move,
    heading,
    stays,
    isAlley: (flagsOf(graph, arcs[onto]!) & ROAD_ALLEY) !== 0,
    road: namedRoad(graph, path, onto, Math.max(endArc, onto + 1)),
    exit: move.kind === 'ramp' ? exitOf(graph, arcs[at]!) : 0,
    roundabout: isRoundabout ? roadNumberOf(graph, arcs[at]!) : NONE,
  }
}

/**
 * The road that gives its name: the next that has one, unless that is far. A short bridge gives
 * its own only where nothing else is named.
 */
function namedRoad(
  graph: RoadGraph,
  { arcs, arcCm }: RoutePath,
  onto: number,
  endArc: number,
): number {
  let aheadCm = 0
  let bridge = NONE
  for (let i = onto; i < endArc && aheadCm <= NAME_AHEAD_CM_MAX; i++) {
    if (labelOf(graph, arcs[i]!) !== 0) {
      const isBridge = (flagsOf(graph, arcs[i]!) & ROAD_BRIDGE) !== 0
      if (!isBridge || arcCm[i]! > SHORT_BRIDGE_CM_MAX) return roadNumberOf(graph, arcs[i]!)
      if (bridge === NONE) bridge = roadNumberOf(graph, arcs[i]!)
    }
    aheadCm += arcCm[i]!
  }
  return bridge
}

function isLink(graph: RoadGraph, arc: Arc): boolean {
  return (flagsOf(graph, arc) & ROAD_LINK) !== 0
}

const KIND_CODES = {
  depart: 0,
  turn: 1,
  straight: 2,
  fork: 3,
  ramp: 4,
  merge: 5,
  roundabout: 6,
  'enter-roundabout': 7,
  'leave-roundabout': 8,
  uturn: 9,
  ferry: 10,
  'leave-ferry': 11,
} as const satisfies Record<Move['kind'], number>
const KIND_BITS = 4
const SIDE_CODES = { left: 0, right: 1 } as const satisfies Record<Side, number>
const NO_SIDE_CODE = 2
const BEND_CODES = { slight: 0, plain: 2, sharp: 4 } as const satisfies Record<Bend, number>

/** All that a phrase depends on but for roads and strings, as one number. */
function codeOf({ move, heading, stays, isAlley }: InstructionParts): number {
  const detail = move.kind === 'depart' ? heading : detailOf(move)
  const flags = (stays ? 1 : 0) | (isAlley ? 2 : 0)
  return (((detail << 2) | flags) << KIND_BITS) | KIND_CODES[move.kind]
}

function detailOf(move: Move): number {
  switch (move.kind) {
    case 'turn':
      return SIDE_CODES[move.side] + BEND_CODES[move.bend]
    case 'uturn':
      return SIDE_CODES[move.side]
    case 'fork':
      return sideCode(move.side)
    case 'ramp':
      return sideCode(move.side) + (move.isExit ? 4 : 0)
    case 'roundabout':
      return move.exit
    default:
      return 0
  }
}

function sideCode(side: Side | null): number {
  return side === null ? NO_SIDE_CODE : SIDE_CODES[side]
}

/** In place of a phrase with a sign that adds nothing to the names already given. */
const SAYS_NOTHING = ''

/** SAYS_NOTHING when there is a sign and it adds nothing. */
function inWords(graph: RoadGraph, parts: InstructionParts, sign: number, lang: Lang): string {
  const label = parts.road === NONE ? '' : labelText(graph, parts.road, lang)
  const exit = exitText(graph, parts.exit, lang)
  const toward = sign === NONE ? '' : towardText(graph, sign, [label, exit], lang)
  if (sign !== NONE && toward === '') return SAYS_NOTHING
  const { isAlley, stays, roundabout } = parts
  return worded(parts, lang, {
    road: label === '' ? null : roadHtml(label, isAlley, lang),
    exit: boldOrNull(exit),
    toward: boldOrNull(toward),
    roundabout: roundabout === NONE ? null : roundaboutName(graph, roundabout, lang),
    stays,
    isAlley,
  })
}

function worded({ move, heading }: InstructionParts, lang: Lang, onto: Onto): string {
  const words = WORDINGS[lang]
  switch (move.kind) {
    case 'depart':
      return words.depart(words.headings[heading]!, onto)
    case 'turn':
      return words.turn(move.side, move.bend, onto)
    case 'straight':
      return words.straight(onto)
    case 'fork':
      return words.fork(move.side, onto)
    case 'ramp':
      return words.ramp(move.side, move.isExit, onto)
    case 'merge':
      return words.merge(onto)
    case 'roundabout':
      return words.roundabout(move.exit, onto)
    case 'enter-roundabout':
      return words.enterRoundabout(onto)
    case 'leave-roundabout':
      return words.leaveRoundabout(onto)
    case 'uturn':
      return words.uturn(onto)
    case 'ferry':
      return words.ferry(onto)
    case 'leave-ferry':
      return words.leaveFerry(onto)
  }
}

/** In the south an alley often carries just its number, which alone would not be understood. */
function roadHtml(label: string, isAlley: boolean, lang: Lang): string {
  const html = bold(label)
  return isAlley && /^\d/.test(label) ? `${WORDINGS[lang].alley} ${html}` : html
}

/** Most roundabouts have the name of a street that meets them: that is not their own. */
const ROUNDABOUT_NAME = /^(?:vòng|bùng binh|ngã|nút giao|quảng trường|hồ )/iu

function roundaboutName(graph: RoadGraph, road: number, lang: Lang): string | null {
  const name = labelText(graph, road, 'vi')
  return ROUNDABOUT_NAME.test(name) ? bold(labelText(graph, road, lang)) : null
}

function boldOrNull(text: string): string | null {
  return text === '' ? null : bold(text)
}

function bold(text: string): string {
  return `<b>${escapeHtml(text)}</b>`
}
