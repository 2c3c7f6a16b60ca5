/*
 * What an answer of /v1/directions costs without the network: processor time of each stage, for
 * random pairs of points anywhere in a graph, after a round to warm up.
 *
 *   bun bench/directions.ts routing-car.idx
 *
 * Prints a table in Markdown. 3,000 answers a second and core leave 333 µs for all of it, the
 * request's own handling included.
 */
import type { Point } from '../src/geo/point.ts'
import { QueryString } from '../src/http/params/query-string.ts'
import { directionsRoute } from '../src/http/routes/directions.ts'
import { DIRECTIONS_DEFAULTS, directions, directionsOf } from '../src/routing/answer.ts'
import { maneuversOf } from '../src/routing/guidance/guidance.ts'
import { type Guide, openGuide } from '../src/routing/guide.ts'
import type { DirectionsQuery } from '../src/routing/model/directions.ts'
import type { RoutePath } from '../src/routing/path/path.ts'
import { findRoute } from '../src/routing/path/route.ts'
import { lineOfPath } from '../src/routing/path/route-line.ts'
import { mapFile } from '../src/system/mapped-file.ts'
import { keyRecord } from '../test/access/keys.ts'
import { nodePoint } from '../test/routing/node-point.ts'
import { seededRandom } from './inputs.ts'

const PAIRS = 2_000
const ROUNDS = 3
const SEED = 20_261_121
const KEY = keyRecord(1)

interface Route {
  readonly query: DirectionsQuery
  readonly path: RoutePath
}

const file = process.argv[2]
if (file === undefined) {
  console.error('Give a graph: bun bench/directions.ts routing-car.idx')
  process.exit(2)
}
measure(openGuide(mapFile(file)))

function measure(router: Guide): void {
  const { graph } = router
  const queries = randomQueries(router)
  const routes = queries.flatMap((query): Route[] => {
    const path = findRoute(router, query.origin, query.destination)
    return path === null ? [] : [{ query, path }]
  })
  const answers = routes.map(({ path, query }) => directionsOf(router, path, query))
  const wire = directionsRoute(next(answers), () => '')
  const whole = directionsRoute(
    (query) => directions(router, query, DIRECTIONS_DEFAULTS),
    () => '',
  )
  const call = (query: DirectionsQuery) => new QueryString(urlOf(query))
  const stages: [string, (route: Route) => unknown][] = [
    ['Search', ({ query }) => findRoute(router, query.origin, query.destination)],
    ['Line of the path', ({ path }) => lineOfPath(graph, path)],
    ['Line and maneuvers', ({ path }) => maneuversOf(graph, path, lineOfPath(graph, path))],
    ['Line, maneuvers, steps, overview', ({ path, query }) => directionsOf(router, path, query)],
    ['JSON', ({ query }) => answerOf(wire, call(query))],
    ['All, from the query string on', ({ query }) => answerOf(whole, call(query))],
  ]
  const mean = (count: (route: Route, i: number) => number) =>
    Math.round(routes.reduce((sum, route, i) => sum + count(route, i), 0) / routes.length)
  const km = mean(({ path }) => path.totalCm / 100_000)
  const arcs = mean(({ path }) => path.arcs.length)
  const points = mean(({ path }) => lineOfPath(graph, path).line.length / 2)
  const steps = mean((_, i) => answers[i]?.steps.length ?? 0)
  console.log(
    `${routes.length} routes of ${km} km, ${arcs} arcs, ${points} points, ${steps} steps\n`,
  )
  console.log('| Stage | Processor time, µs |')
  console.log('|---|---|')
  for (const [name, stage] of stages) console.log(`| ${name} | ${cpuUs(routes, stage)} |`)
}

/** Mean over the routes, the best of three rounds after one to warm up. */
function cpuUs(routes: readonly Route[], stage: (route: Route) => unknown): string {
  let best = Infinity
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage()
    for (const route of routes) stage(route)
    const { user, system } = process.cpuUsage(before)
    if (round > 0) best = Math.min(best, (user + system) / routes.length)
  }
  return best.toFixed(0)
}

function answerOf(route: ReturnType<typeof directionsRoute>, query: QueryString): unknown {
  const nothing = { request: new Request('http://localhost/'), path: {}, requestId: '', nowMs: 0 }
  return route.answer({ ...nothing, query, key: KEY })
}

/** A function that answers with one after the other, round and round. */
function next<T>(items: readonly T[]): () => T {
  let i = 0
  return () => items[i++ % items.length] as T
}

function urlOf({ origin, destination }: DirectionsQuery): string {
  const text = ({ lat, lon }: Point) => `${lat},${lon}`
  return `http://localhost/?origin=${text(origin)}&destination=${text(destination)}&vehicle=car`
}

function randomQueries(router: Guide): DirectionsQuery[] {
  const random = seededRandom(SEED)
  const nodes = router.graph.nodeLonE7.length
  const point = () => nodePoint(router.graph, Math.floor(random() * nodes))
  return Array.from({ length: PAIRS }, () => ({
    origin: point(),
    destination: point(),
    vehicle: 'car',
    lang: 'vi',
  }))
}
