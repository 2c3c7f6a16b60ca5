import { describe, expect, test } from 'bun:test'
import polyline from 'polyline'
import type { Lang } from '../../src/base/lang.ts'
import { distanceM } from '../../src/geo/distance.ts'
import { readRoadNetwork } from '../../src/import/roads/roads-network.ts'
import { DIRECTIONS_DEFAULTS, directions } from '../../src/routing/answer.ts'
import { buildGraph } from '../../src/routing/build/build.ts'
import { type Guide, openGuide } from '../../src/routing/guide.ts'
import type { Directions } from '../../src/routing/model/directions.ts'
import { VEHICLES } from '../../src/routing/model/vehicle.ts'
import { Instructions } from '../../src/routing/narrative/instruction.ts'
import { polylineText } from '../geo/polyline-text.ts'
import { sharedData } from '../shared-data.ts'
import { nodePoint } from './node-point.ts'
import { instructionText } from './phrase-text.ts'

/*
 * What must be true of every answer, whatever the map: checked on random pairs of points of real
 * extracts, from which the search, the snapping and the words all come together.
 */

const PAIRS = 200
const EXTRACTS = [
  'hanoi-roads-2025.osm.pbf',
  'hcmc-an-dong.osm.pbf',
  'andorra.osm.pbf',
  'liechtenstein.osm.pbf',
]

for (const name of EXTRACTS) {
  const path = sharedData(name)
  describe.skipIf(path === null)(`${name}, ${PAIRS} random pairs a vehicle`, () => {
    test('answers are whole', async () => {
      const network = await readRoadNetwork(path ?? '', {})
      if (network === null) throw new Error('the extract has roads')
      for (const vehicle of VEHICLES) {
        const built = buildGraph(network, vehicle)
        if (built === null) throw new Error('the extract has roads for all vehicles')
        const router = openGuide(built.bytes)
        const random = generator(17)
        let routes = 0
        for (let i = 0; i < PAIRS; i++) {
          const origin = randomPoint(router, random)
          const destination = randomPoint(router, random)
          const lang: Lang = i % 2 === 0 ? 'vi' : 'en'
          const query = { origin, destination, vehicle, lang }
          const found = directions(router, query, DIRECTIONS_DEFAULTS)
          checkWhole(found)
          const said = found.steps.map(instructionText)
          const anew = { ...router, instructions: new Instructions(router.graph) }
          const { steps } = directions(anew, query, DIRECTIONS_DEFAULTS)
          expect(steps.map(instructionText)).toEqual(said)
          if (found.isRoute) routes++
        }
        expect(routes).toBeGreaterThan(PAIRS / 2)
      }
    }, 60_000)
  })
}

function checkWhole(found: Directions): void {
  const { steps, bounds } = found
  expect(steps[0]?.move.kind).toBe('depart')
  expect(steps.slice(1).every(({ move }) => move.kind !== 'depart')).toBe(true)
  let at = found.start
  let metres = 0
  let seconds = 0
  for (const step of steps) {
    const line = polyline.decode(polylineText(found.line, step.from, step.to))
    expect(line.length).toBeGreaterThanOrEqual(2)
    expect(near(line.at(0), step.start)).toBe(true)
    expect(near(line.at(-1), step.end)).toBe(true)
    expect(step.start).toEqual(at)
    expect(Number.isInteger(step.distanceM) && step.distanceM >= 0).toBe(true)
    expect(Number.isInteger(step.durationS) && step.durationS >= 0).toBe(true)
    // Each point of a line is half a unit off at most, so that its length is nearly the step's.
    const slackM = 2 + line.length
    if (found.isRoute) expect(Math.abs(lengthM(line) - step.distanceM)).toBeLessThan(slackM)
    expect(instructionText(step)).toMatch(/^\p{Lu}/u)
    expect(instructionText(step)).not.toMatch(/undefined|null|NaN| {2}|<b><\/b>|\s$/)
    if (bounds) expect(line.every((point) => within(point, bounds))).toBe(true)
    at = step.end
    metres += step.distanceM
    seconds += step.durationS
  }
  expect(at).toEqual(found.end)
  expect([metres, seconds]).toEqual([found.distanceM, found.durationS])
  const overview = polyline.decode(polylineText(found.overview))
  expect(overview.length).toBeLessThanOrEqual(500)
  expect(near(overview.at(0), found.start) && near(overview.at(-1), found.end)).toBe(true)
}

type LatLng = [lat: number, lng: number]
const UNIT = 1.1e-5

function near(point: LatLng | undefined, { lat, lon }: { lat: number; lon: number }): boolean {
  if (point === undefined) return false
  return Math.abs(point[0] - lat) < UNIT && Math.abs(point[1] - lon) < UNIT
}

function within([lat, lon]: LatLng, box: NonNullable<Directions['bounds']>): boolean {
  return (
    lat > box.south - UNIT &&
    lat < box.north + UNIT &&
    lon > box.west - UNIT &&
    lon < box.east + UNIT
  )
}

function lengthM(line: readonly LatLng[]): number {
  const points = line.map(([lat, lon]) => ({ lat, lon }))
  return points.slice(1).reduce((sum, point, i) => sum + distanceM(points[i] ?? point, point), 0)
}

function randomPoint(router: Guide, random: () => number) {
  const node = Math.floor(random() * router.graph.nodeLonE7.length)
  const { lat, lon } = nodePoint(router.graph, node)
  // Up to 300 m beside the road, where people and houses are.
  return { lat: lat + (random() - 0.5) * 0.005, lon: lon + (random() - 0.5) * 0.005 }
}

/** mulberry32: the same numbers in every run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
