import type { Line } from '../geo/line.ts'
import { E7 } from '../geo/point.ts'
import { encodePolyline } from '../geo/polyline.ts'
import { simplifyLine } from '../geo/simplify.ts'
import type { Directions, DirectionsQuery, Lang } from './directions.ts'
import { flagsOf, type RoadGraph } from './graph.ts'
import { classOf } from './junction.ts'
import type { RoutePath } from './path.ts'
import { ROAD_TOLL } from './road.ts'
import { bboxOf, lineOfPath, pointOf } from './route-line.ts'
import { stepsOf } from './steps.ts'
import { summaryOf } from './summary.ts'
import { WORDINGS } from './wording.ts'

/** Up to here the overview is the way itself, point by point. */
const OVERVIEW_POINTS_MAX = 500
/** Part of the route's extent that a map of all of it cannot show. */
const OVERVIEW_TOLERANCE = 1 / 4000

/**
 * A path in words and whole numbers. Cost: 20 ns a point of the way and 2 µs a step, measured by
 * `bench/guidance.ts`.
 */
export function directionsOf(
  graph: RoadGraph,
  path: RoutePath,
  query: DirectionsQuery,
): Directions {
  const route = lineOfPath(graph, path)
  const { line, last } = route
  return {
    isRoute: true,
    summary: summaryOf(graph, path, query.lang),
    ...stepsOf(graph, path, route, query),
    start: pointOf(line, 0),
    end: pointOf(line, last),
    overview: encodePolyline(overviewOf(line)),
    bounds: bboxOf(line),
    warnings: warningsOf(graph, path, query.lang),
  }
}

function overviewOf(line: Line): Line {
  const { west, south, east, north } = bboxOf(line)
  const lonScale = Math.cos((((south + north) / 2) * Math.PI) / 180)
  let tolerance = Math.max((east - west) * lonScale, north - south) * OVERVIEW_TOLERANCE * E7
  let overview = line
  while (overview.length / 2 > OVERVIEW_POINTS_MAX) {
    overview = simplifyLine(overview, tolerance, lonScale)
    tolerance *= 2
  }
  return overview
}

function warningsOf(graph: RoadGraph, { arcs }: RoutePath, lang: Lang): readonly string[] {
  let hasToll = false
  let hasFerry = false
  for (const arc of arcs) {
    if (flagsOf(graph, arc) & ROAD_TOLL) hasToll = true
    else if (classOf(graph, arc) === 'ferry') hasFerry = true
  }
  const words = WORDINGS[lang]
  return [...(hasToll ? [words.tollWarning] : []), ...(hasFerry ? [words.ferryWarning] : [])]
}
