import { afterAll, describe, expect, test } from 'bun:test'
import {
  Client,
  type DirectionsResponseData,
  Maneuver,
  Status,
  TravelMode,
} from '@googlemaps/google-maps-services-js'
import { decodePath } from '@googlemaps/google-maps-services-js/dist/util'
import { keyText } from '../access/keys.ts'
import { Town as DrawnTown } from '../routing/town.ts'
import { Town } from './town.ts'

/*
 * Google's own client, pointed at our server: what programs that move over to Saola do first. It
 * asks over HTTP, and the answers are read through its types and its decoder of polylines.
 */

const DRAWN = new DrawnTown({
  map: `
              m
              |
              e
             / \\
  a-1-b-----f   h----n-2-p
      |      \\ /     |
      |       g      |
      c       |      q
              k`,
  ways: {
    abf: 'secondary Phạm Hùng',
    bc: 'service service=alley',
    me: 'secondary Lê Đức Thọ',
    gk: 'secondary Mễ Trì',
    hnp: 'secondary Trần Duy Hưng',
    nq: 'residential Hoàng Minh Giám',
    efghe: 'secondary junction=roundabout',
  },
})

const town = new Town({ directions: (query) => DRAWN.answer(query) })
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: town.app.fetch })
const url = new URL('/v1/directions', server.url).href
const client = new Client({})

afterAll(() => server.stop(true))

async function ask(from: string, to: string): Promise<DirectionsResponseData> {
  const toLatLng = (mark: string) => {
    const { lat, lon } = DRAWN.at(mark)
    return { lat, lng: lon }
  }
  const { data } = await client.directions({
    url,
    headers: { 'X-API-Key': keyText(1) },
    params: {
      origin: toLatLng(from),
      destination: toLatLng(to),
      mode: TravelMode.driving,
      key: 'of Google, which we do not look at',
    },
  })
  return data
}

describe("Google's client", () => {
  test('gets a route with steps that it can draw and speak', async () => {
    const data = await ask('1', 'q')
    expect(data.status).toBe(Status.OK)
    const [route] = data.routes
    const [leg] = route?.legs ?? []
    if (!route || !leg) throw new Error('the answer has a route and a leg')
    expect(leg.steps.map((step) => step.html_instructions)).toEqual([
      'Đi về hướng đông trên <b>Phạm Hùng</b>',
      'Tại vòng xuyến, đi theo lối ra thứ 2 vào <b>Trần Duy Hưng</b>',
      'Rẽ phải vào <b>Hoàng Minh Giám</b>',
    ])
    const known: readonly string[] = Object.values(Maneuver)
    const maneuvers = leg.steps.map((step) => step.maneuver)
    expect(maneuvers).toEqual([undefined, Maneuver.roundabout_right, Maneuver.turn_right] as never)
    for (const maneuver of maneuvers.slice(1)) expect(known).toContain(maneuver)
    for (const step of leg.steps) expect(step.travel_mode).toBe('DRIVING' as TravelMode)
    const metres = leg.steps.reduce((sum, step) => sum + step.distance.value, 0)
    expect(leg.distance.value).toBe(metres)
    expect(leg.duration.text).toEndWith(' phút')
    expect(route.copyrights).toBe('© OpenStreetMap contributors')
    expect(route.summary).toBe('Phạm Hùng và Trần Duy Hưng')
  })

  test('decodes lines that begin and end where steps do', async () => {
    const { routes } = await ask('1', 'q')
    const [route] = routes
    const [leg] = route?.legs ?? []
    if (!route || !leg) throw new Error('the answer has a route and a leg')
    const whole = decodePath(route.overview_polyline.points)
    const parts = leg.steps.flatMap((step, i) => {
      const line = decodePath(step.polyline.points)
      expect(near(line.at(0), step.start_location)).toBe(true)
      expect(near(line.at(-1), step.end_location)).toBe(true)
      return i === 0 ? line : line.slice(1)
    })
    expect(parts).toEqual(whole)
    const { northeast, southwest } = route.bounds
    for (const { lat, lng } of whole) {
      expect(lat).toBeWithin(southwest.lat - 1e-5, northeast.lat + 1e-5)
      expect(lng).toBeWithin(southwest.lng - 1e-5, northeast.lng + 1e-5)
    }
  })

  test('gets an error it can show', async () => {
    const asked = client.directions({
      url,
      headers: { 'X-API-Key': keyText(1) },
      params: { origin: 'Hà Nội', destination: [21, 105.8], key: '' },
    })
    expect(asked).rejects.toMatchObject({
      response: { status: 400, data: { code: 'INVALID_PARAMS' } },
    })
  })
})

interface LatLng {
  readonly lat: number
  readonly lng: number
}

function near(a: LatLng | undefined, b: LatLng): boolean {
  if (a === undefined) return false
  return Math.abs(a.lat - b.lat) < 0.6e-5 && Math.abs(a.lng - b.lng) < 0.6e-5
}
