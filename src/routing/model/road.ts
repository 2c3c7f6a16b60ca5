/**
 * Kinds of road for guidance and speeds, from the greatest. `path` is any way that is not made for
 * cars but lets this vehicle pass. Slip roads have a flag; they are not classes.
 */
export const ROAD_CLASSES = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'unclassified',
  'residential',
  'living_street',
  'road',
  'busway',
  'service',
  'track',
  'path',
  'ferry',
] as const
export type RoadClass = (typeof ROAD_CLASSES)[number]

/** A slip road: `motorway_link` … `tertiary_link`. */
export const ROAD_LINK = 1
/** `junction=roundabout` and `junction=circular`. */
export const ROAD_ROUNDABOUT = 2
export const ROAD_TUNNEL = 4
export const ROAD_BRIDGE = 8
export const ROAD_TOLL = 16
/** `service=alley`: ngõ, hẻm, kiệt. */
export const ROAD_ALLEY = 32
/** Private or for those with business there: driven at the ends of a route, not through. */
export const ROAD_RESTRICTED = 64
export const ROAD_UNPAVED = 128
/** A motorway, or a bridge above the ground: it cannot be reached from beside it. */
export const ROAD_RAISED = 256
/** A trunk road or a slip road without a tag that allows walking along it. */
export const ROAD_NO_FOOT = 512

/** The common part of edges of the same road. */
export interface Road {
  /** As signed, in the local language; empty when the road has none. */
  readonly name: string
  /** Empty when none is mapped. */
  readonly nameEn: string
  /** Number of the road as mapped: `QL1`, `CT.01;AH1`; empty when it has none. */
  readonly ref: string
  /** Destinations on its signs, `;` between several; empty when not mapped. */
  readonly destination: string
  /** Numbers of the destination roads on its signs, `;` between several; empty likewise. */
  readonly destinationRef: string
  /** Number of the exit that it is; empty when it is none, or when its node has the number. */
  readonly exitRef: string
  readonly roadClass: RoadClass
  /** Bits `ROAD_…`. */
  readonly flags: number
}

/* Flags of a node. */

/** Traffic lights. */
export const NODE_SIGNALS = 1
/** A gate, a toll booth, a border post: the vehicle passes, after a stop. */
export const NODE_STOP = 2
/** A gate that only those with business behind it may pass. */
export const NODE_RESTRICTED = 4
