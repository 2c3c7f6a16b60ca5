import near from 'world-atlas/countries-10m.json'
import world from 'world-atlas/countries-110m.json'
import type { PlaceId } from '../../../src/base/ids.ts'
import { clipRing } from '../../../src/basemap/build/clip.ts'
import { writeFlatGeobuf } from '../../../src/boundaries/fgb.ts'
import type { BoundaryFeature } from '../../../src/boundaries/unit.ts'
import { crossingArcs } from '../../../src/geo/crossings.ts'
import { toE7 } from '../../../src/geo/point.ts'
import { type MultiPolygonE7, orientation, type PolygonE7 } from '../../../src/geo/ring.ts'
import { BEHIND_COAST } from '../../../src/geo/vietnam-sea.ts'

/*
 * The land around Vietnam, from Natural Earth: all countries at 1:110m for the lowest zooms, those
 * of the region at 1:10m. Vietnam itself is left out: its land is that of the dataset. So that no
 * gap opens along its border by land, which the two draw apart, a strip of what is land on either
 * side is added; the borders of the dataset lie upon it.
 */

const REGION = { west: 88, south: -6, east: 128, north: 33 }
const VIETNAM = 'Vietnam'
/** ISO 3166-1 alpha-2 of countries whose names the map writes; others are XX. */
const CODES: Readonly<Record<string, string>> = {
  Brunei: 'BN',
  Cambodia: 'KH',
  China: 'CN',
  India: 'IN',
  Indonesia: 'ID',
  Japan: 'JP',
  Laos: 'LA',
  Malaysia: 'MY',
  Myanmar: 'MM',
  Philippines: 'PH',
  Singapore: 'SG',
  Thailand: 'TH',
}

/** Inland of Vietnam's coast from Hà Tiên to Móng Cái, and back through its neighbours. */
const STRIP = [
  [104.55, 10.45],
  ...BEHIND_COAST,
  [107.85, 21.58],
  [107.8, 22.0],
  [107.3, 22.5],
  [106.9, 23.2],
  [105.5, 23.9],
  [104.0, 23.9],
  [102.5, 23.5],
  [101.7, 22.8],
  [101.7, 21.6],
  [102.2, 20.6],
  [103.0, 20.0],
  [103.5, 19.2],
  [104.0, 18.5],
  [105.0, 17.5],
  [105.5, 16.5],
  [106.0, 15.5],
  [106.5, 14.5],
  [106.8, 13.5],
  [105.9, 12.5],
  [105.0, 11.5],
  [104.6, 10.8],
] as const

interface Topology {
  readonly transform: { readonly scale: readonly number[]; readonly translate: readonly number[] }
  readonly arcs: readonly (readonly (readonly number[])[])[]
  readonly objects: { readonly countries: { readonly geometries: readonly Country[] } }
}

interface Country {
  readonly type: string
  readonly arcs?: unknown
  readonly properties: { readonly name: string }
}

/** All countries but Vietnam, coarsely. */
export function makeWorld(): Uint8Array<ArrayBuffer> {
  return written(countriesOf(world as unknown as Topology))
}

/** The countries of the region and the strip. */
export function makeRegion(): Uint8Array<ArrayBuffer> {
  const countries = countriesOf(near as unknown as Topology).flatMap(({ name, polygons }) => {
    const inside = polygons.flatMap(clipped)
    return inside.length === 0 ? [] : [{ name, polygons: inside }]
  })
  return written(countries)
}

interface Land {
  readonly name: string
  readonly polygons: MultiPolygonE7
}

function written(countries: readonly Land[]): Uint8Array<ArrayBuffer> {
  const strip: PolygonE7 = [Int32Array.from([...STRIP, STRIP[0]].flat(), toE7)]
  const all = [...countries, { name: 'Strip', polygons: [strip] }]
  return writeFlatGeobuf(all.map((land, i) => featureOf(land, i)))
}

function featureOf({ name, polygons }: Land, number: number): BoundaryFeature {
  const code = CODES[name] ?? 'XX'
  const id = `land${number}` as PlaceId
  const unit = { id, code, name, nameEn: null, level: 4, parentCode: null } as const
  return { unit: { ...unit, countryCode: code }, polygons }
}

function countriesOf(topology: Topology): Land[] {
  const arcs = topology.arcs.map((arc) => arcE7(arc, topology.transform))
  return topology.objects.countries.geometries
    .filter(({ properties }) => properties.name !== VIETNAM)
    .map((country) => ({
      name: country.properties.name,
      polygons: ringsOf(country)
        .map((rings) => rings.map((ring) => joined(ring, arcs)) as unknown as PolygonE7)
        .flatMap(cutAtDateLine)
        .map((rings) => rings.map(untied) as unknown as PolygonE7),
    }))
}

function ringsOf({ type, arcs }: Country): readonly (readonly (readonly number[])[])[] {
  if (type === 'Polygon') return [arcs as readonly (readonly number[])[]]
  return type === 'MultiPolygon' ? (arcs as readonly (readonly (readonly number[])[])[]) : []
}

function arcE7(arc: readonly (readonly number[])[], { scale, translate }: Topology['transform']) {
  let [x, y] = [0, 0]
  return arc.map(([dx = 0, dy = 0]) => {
    x += dx
    y += dy
    return [toE7(x * scale[0]! + translate[0]!), toE7(y * scale[1]! + translate[1]!)] as const
  })
}

function joined(
  references: readonly number[],
  arcs: readonly (readonly (readonly [number, number])[])[],
): Int32Array {
  const points: (readonly [number, number])[] = []
  for (const reference of references) {
    const arc = arcs[reference < 0 ? ~reference : reference] ?? []
    points.push(...(reference < 0 ? [...arc].reverse() : arc).slice(points.length > 0 ? 1 : 0))
  }
  return Int32Array.from(points.flat())
}

/** Of 1e-6 degrees, in which one and a half turns still fit an Int32. */
const COARSE_E7 = 10
const TURN = 360e6
const WORLD = { west: -180e6, south: -90e6, east: 180e6, north: 90e6 }
/** The map ends here: what goes around the South Pole is closed along it. */
const SOUTH_END = -86e6

/**
 * The parts of a polygon on either side of the 180th meridian. Natural Earth's rings run over it:
 * drawn as they are, they would have an edge across the whole world.
 */
function cutAtDateLine(polygon: PolygonE7): PolygonE7[] {
  const [outer, ...holes] = polygon
  const ring = unrolled(outer)
  if (ring === null) return [polygon]
  if (holes.length > 0) throw new Error('a country with a hole lies on the 180th meridian')
  return [-TURN, 0, TURN].flatMap((turn): PolygonE7[] => {
    const part = clipRing(
      ring.map((value, i) => (i % 2 === 0 ? value + turn : value)),
      WORLD,
    )
    return part.length === 0 ? [] : [[part.map((value) => value * COARSE_E7)]]
  })
}

/** A ring that runs over the 180th meridian, going on beyond it, 1e-6 degrees; else null. */
function unrolled(ring: Int32Array): Int32Array | null {
  const points: number[] = []
  let turns = 0
  let isCrossing = false
  for (let i = 0; i < ring.length; i += 2) {
    const x = Math.round(ring[i]! / COARSE_E7)
    const step = i === 0 ? 0 : x - Math.round(ring[i - 2]! / COARSE_E7)
    if (Math.abs(step) > TURN / 2) {
      turns -= Math.sign(step)
      isCrossing = true
    }
    points.push(x + turns * TURN, Math.round(ring[i + 1]! / COARSE_E7))
  }
  const [x, y] = [points[0]!, points[1]!]
  if (turns !== 0) points.push(x + turns * TURN, SOUTH_END, x, SOUTH_END, x, y)
  return isCrossing ? Int32Array.from(points) : null
}

/** The ring without the small loops that a few of Natural Earth's have where they cross themselves. */
function untied(ring: Int32Array): Int32Array {
  if (crossingArcs([ring], () => true).size === 0) return ring
  const sides = ring.length / 2 - 1
  for (let a = 0; a < sides; a++) {
    for (let b = a + 2; b < sides; b++) {
      if (!cross(ring, a, b)) continue
      // Of the two loops that meet here the one with fewer points goes.
      const [inner, outer] = [ring.subarray(2 * a + 2, 2 * b + 2), withoutLoop(ring, a, b)]
      const loop = Int32Array.from([...inner, inner[0]!, inner[1]!])
      return untied(loop.length > outer.length ? loop : outer)
    }
  }
  return ring
}

function withoutLoop(ring: Int32Array, a: number, b: number): Int32Array {
  return Int32Array.from([...ring.subarray(0, 2 * a + 2), ...ring.subarray(2 * b + 2)])
}

function cross(ring: Int32Array, a: number, b: number): boolean {
  const side = (from: number, point: number): number =>
    orientation(
      ring[2 * from]!,
      ring[2 * from + 1]!,
      ring[2 * from + 2]!,
      ring[2 * from + 3]!,
      ring[2 * point]!,
      ring[2 * point + 1]!,
    )
  return side(a, b) * side(a, b + 1) < 0 && side(b, a) * side(b, a + 1) < 0
}

function clipped(polygon: PolygonE7): PolygonE7[] {
  const { west, south, east, north } = REGION
  const box = { west: toE7(west), south: toE7(south), east: toE7(east), north: toE7(north) }
  const [outer, ...holes] = polygon.map((ring) => clipRing(ring, box))
  if (outer === undefined || outer.length === 0) return []
  return [[outer, ...holes.filter(({ length }) => length > 0)]]
}
