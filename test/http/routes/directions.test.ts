import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../src/base/errors.ts'
import { ESTIMATE_DEFAULTS, estimate } from '../../../src/routing/estimate.ts'
import type { Directions, DirectionsQuery, Step } from '../../../src/routing/model/directions.ts'
import type { Move } from '../../../src/routing/model/move.ts'
import { phraseOf } from '../../../src/routing/model/phrase.ts'
import { keyText } from '../../access/keys.ts'
import { Town } from '../town.ts'

const HERE = { lat: 21.0285, lon: 105.8542 }
const THERE = { lat: 21.03, lon: 105.86 }
const PATH = '/v1/directions?origin=21.0285,105.8542&destination=21.03,105.86'

/** `ccj_CihaeSaBhF` */
const LINE = Int32Array.of(1_058_523_700, 210_285_000, 1_058_512_000, 210_289_900)

function step(move: Move, fields: Partial<Step> = {}): Step {
  return {
    move,
    instruction: phraseOf('Đi'),
    remark: '',
    distanceM: 100,
    durationS: 10,
    start: HERE,
    end: THERE,
    from: 0,
    to: 1,
    ...fields,
  }
}

function found(steps: readonly Step[], fields: Partial<Directions> = {}): Directions {
  return {
    isRoute: true,
    summary: 'Tràng Tiền',
    distanceM: 1234,
    durationS: 3900,
    start: HERE,
    end: THERE,
    steps,
    line: LINE,
    overview: LINE,
    bounds: { west: 105.8, south: 21, east: 105.9, north: 21.1 },
    warnings: [],
    ...fields,
  }
}

describe('/v1/directions', () => {
  test("is Google's routes, legs and steps", async () => {
    const steps = [step({ kind: 'depart' }), step({ kind: 'turn', side: 'left', bend: 'plain' })]
    const town = new Town({
      directions: () => found(steps, { warnings: ['Tuyến đường này có thu phí.'] }),
      addressAt: (point) => (point === HERE ? '1 Tràng Tiền' : ''),
    })
    const { status, body } = await town.ask(PATH)
    expect(status).toBe(200)
    const here = { lat: 21.0285, lng: 105.8542 }
    const there = { lat: 21.03, lng: 105.86 }
    const wireStep = {
      distance: { text: '100 m', value: 100 },
      duration: { text: 'dưới 1 phút', value: 10 },
      end_location: there,
      html_instructions: 'Đi',
      polyline: { points: 'ccj_CihaeSaBhF' },
      start_location: here,
      travel_mode: 'DRIVING',
    }
    expect(body).toEqual({
      status: 'OK',
      routes: [
        {
          bounds: { northeast: { lat: 21.1, lng: 105.9 }, southwest: { lat: 21, lng: 105.8 } },
          copyrights: '© OpenStreetMap contributors',
          legs: [
            {
              distance: { text: '1,2 km', value: 1234 },
              duration: { text: '1 giờ 5 phút', value: 3900 },
              end_address: '',
              end_location: there,
              start_address: '1 Tràng Tiền',
              start_location: here,
              steps: [wireStep, { ...wireStep, maneuver: 'turn-left' }],
              traffic_speed_entry: [],
              via_waypoint: [],
            },
          ],
          overview_polyline: { points: 'ccj_CihaeSaBhF' },
          summary: 'Tràng Tiền',
          warnings: ['Tuyến đường này có thu phí.'],
          waypoint_order: [],
        },
      ],
    })
  })

  test('an estimate has no bounds and one step without a maneuver', async () => {
    const { body, text } = await new Town().ask(PATH)
    expect(body['status']).toBe('ESTIMATED')
    expect(text).not.toContain('"bounds"')
    expect(text).not.toContain('"maneuver"')
    expect(text.match(/"travel_mode"/g)).toHaveLength(1)
  })

  test.each([
    ['turn-slight-left', { kind: 'turn', side: 'left', bend: 'slight' }],
    ['turn-left', { kind: 'turn', side: 'left', bend: 'plain' }],
    ['turn-sharp-left', { kind: 'turn', side: 'left', bend: 'sharp' }],
    ['turn-slight-right', { kind: 'turn', side: 'right', bend: 'slight' }],
    ['turn-right', { kind: 'turn', side: 'right', bend: 'plain' }],
    ['turn-sharp-right', { kind: 'turn', side: 'right', bend: 'sharp' }],
    ['straight', { kind: 'straight' }],
    ['fork-left', { kind: 'fork', side: 'left' }],
    ['fork-right', { kind: 'fork', side: 'right' }],
    ['ramp-left', { kind: 'ramp', side: 'left', isExit: false }],
    ['ramp-right', { kind: 'ramp', side: 'right', isExit: true }],
    ['straight', { kind: 'ramp', side: null, isExit: false }],
    ['merge', { kind: 'merge' }],
    ['roundabout-right', { kind: 'roundabout', exit: 2 }],
    ['roundabout-right', { kind: 'enter-roundabout' }],
    ['roundabout-right', { kind: 'leave-roundabout' }],
    ['uturn-left', { kind: 'uturn', side: 'left' }],
    ['uturn-right', { kind: 'uturn', side: 'right' }],
    ['ferry', { kind: 'ferry' }],
    ['straight', { kind: 'leave-ferry' }],
  ] satisfies [string, Move][])('says %s', async (maneuver, move) => {
    const town = new Town({ directions: () => found([step({ kind: 'depart' }), step(move)]) })
    const { text } = await town.ask(PATH)
    expect(text.match(/"maneuver":"[^"]*"/g)).toEqual([`"maneuver":"${maneuver}"`])
  })

  test.each([
    ['', { vehicle: 'motorbike', lang: 'vi' }],
    ['&vehicle=motobike', { vehicle: 'motorbike', lang: 'vi' }],
    ['&vehicle=car', { vehicle: 'car', lang: 'vi' }],
    ['&lang=en', { vehicle: 'motorbike', lang: 'en' }],
    ['&mode=walking&alternatives=true', { vehicle: 'motorbike', lang: 'vi' }],
  ])('asked with "%s"', async (more, options) => {
    const asked: unknown[] = []
    const town = new Town({
      directions(query) {
        asked.push(query)
        return estimate(query, ESTIMATE_DEFAULTS)
      },
    })
    expect((await town.ask(PATH + more)).status).toBe(200)
    expect(asked).toEqual([{ origin: HERE, destination: THERE, ...options }])
  })

  test('texts are in the language asked for', async () => {
    const town = new Town({ directions: () => found([step({ kind: 'depart' })]) })
    const { text } = await town.ask(`${PATH}&lang=en`)
    expect(text).toContain('"text":"1.2 km"')
    expect(text).toContain('"text":"1 hour 5 mins"')
    expect(text).toContain('"text":"under 1 min"')
  })

  test.each([
    ['21,105', '21,105'],
    ['-21.5,-105.25', '-21.5,-105.25'],
    ['90,180', '90,180'],
    ['-90,-180', '-90,-180'],
    ['0,0', '0,0'],
    ['021.0,105.0', '21,105'],
    ['21%2C105', '21,105'],
  ])('takes %s', async (origin, read) => {
    const asked: DirectionsQuery[] = []
    const town = new Town({
      directions(query) {
        asked.push(query)
        return estimate(query, ESTIMATE_DEFAULTS)
      },
    })
    const { status } = await town.ask(`/v1/directions?origin=${origin}&destination=21.03,105.86`)
    expect(status).toBe(200)
    expect(asked.map((query) => `${query.origin.lat},${query.origin.lon}`)).toEqual([read])
  })
})

const ACCEPTS = "must be 'lat,lng' in decimal degrees"
const RANGE = 'must have lat from -90 to 90 and lng from -180 to 180'
const SWAPPED = "must be 'lat,lng' but looks swapped, as 'lng,lat'"

describe('/v1/directions refuses', () => {
  const town = new Town()

  test.each([
    ['', ACCEPTS],
    ['Hà Nội', ACCEPTS],
    ['21.0285', ACCEPTS],
    ['21.0285,', ACCEPTS],
    [',105.8542', ACCEPTS],
    [',', ACCEPTS],
    ['21.0285;105.8542', ACCEPTS],
    ['21.0285 105.8542', ACCEPTS],
    ['21.0285, 105.8542', ACCEPTS],
    [' 21.0285,105.8542', ACCEPTS],
    ['21.0285,105.8542,0', ACCEPTS],
    ['(21.0285,105.8542)', ACCEPTS],
    ['21,0285,105,8542', ACCEPTS],
    ['21.,105', ACCEPTS],
    ['.5,105', ACCEPTS],
    ['+21,105', ACCEPTS],
    ['--21,105', ACCEPTS],
    ['2e1,105', ACCEPTS],
    ['0x15,105', ACCEPTS],
    ['NaN,NaN', ACCEPTS],
    ['Infinity,0', ACCEPTS],
    ['null,null', ACCEPTS],
    ['undefined,undefined', ACCEPTS],
    ['21.0285N,105.8542E', ACCEPTS],
    ['２１,１０５', ACCEPTS],
    ['place_id:ChIJ', ACCEPTS],
    ["1' OR '1'='1", ACCEPTS],
    ['9999,9999', RANGE],
    ['105.8542,21.0285', SWAPPED],
    ['-105.8542,21.0285', SWAPPED],
    ['90.0001,0', SWAPPED],
    ['105.8542,105.8542', RANGE],
    ['21.0285,180.0001', RANGE],
    ['181,0', RANGE],
    ['999,999', RANGE],
  ])('"%s" for a position', async (value, fault) => {
    for (const name of ['origin', 'destination']) {
      const other = name === 'origin' ? 'destination' : 'origin'
      const given = encodeURIComponent(value)
      const { status, body } = await town.ask(`/v1/directions?${other}=21,105&${name}=${given}`)
      expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'INVALID_PARAMS' })
      expect(body['error']).toBe(`Parameter '${name}' ${fault}, got '${value}'.`)
    }
  })

  test.each([
    ['/v1/directions', 'origin', '21.0285,105.8542'],
    ['/v1/directions?destination=21,105', 'origin', '21.0285,105.8542'],
    ['/v1/directions?origin=21,105', 'destination', '21.0031,105.8201'],
    ['/v1/directions?Origin=21,105&destination=21,105', 'origin', '21.0285,105.8542'],
  ])('%s, which lacks %s', async (path, name, example) => {
    const { status, body } = await town.ask(path)
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'INVALID_PARAMS' })
    const error = `Parameter '${name}' is missing: it ${ACCEPTS}, such as '${example}'.`
    expect(body['error']).toBe(error)
  })

  test.each(['', 'boat', 'motorbike', 'MOTOBIKE', 'Car', 'car ', 'truck', 'car,motobike'])(
    'the vehicle "%s"',
    async (vehicle) => {
      const { status, body } = await town.ask(`${PATH}&vehicle=${encodeURIComponent(vehicle)}`)
      expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'INVALID_VEHICLE' })
      expect(body['error']).toBe(
        `Parameter 'vehicle' must be 'motobike' or 'car', got '${vehicle}'.`,
      )
    },
  )

  test.each([
    [`${PATH}&origin=21,105`, 'INVALID_PARAMS', "'origin' is given twice"],
    ['/v1/directions?origin=%zz&destination=1,1', 'INVALID_PARAMS', "'origin' has a broken escape"],
    [`${PATH}&vehicle=car&vehicle=car`, 'INVALID_VEHICLE', "'vehicle' is given twice"],
    [`${PATH}&vehicle=%zz`, 'INVALID_VEHICLE', "'vehicle' has a broken escape"],
    [`${PATH}&lang=%zz`, 'BAD_REQUEST', "'lang' has a broken escape"],
  ])('%s as %s', async (path, code, message) => {
    const { status, body } = await town.ask(path)
    expect({ status, code: body['code'] }).toEqual({ status: 400, code })
    expect(body['error']).toContain(message)
  })

  test.each([
    [`${PATH}&lang=fr`, "Parameter 'lang' must be 'vi' or 'en', got 'fr'."],
    [`${PATH}&lang=`, "Parameter 'lang' must be 'vi' or 'en', got ''."],
  ])('%s', async (path, error) => {
    const { status, body } = await town.ask(path)
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', error } })
  })

  test('everything while routing is off or has no graph', async () => {
    const message = 'Routing is switched off; switch it on with `saola routing on`.'
    const closed = new Town({
      directions() {
        throw new ServiceError('ROUTING_UNAVAILABLE', message)
      },
    })
    const { status, body } = await closed.ask(PATH)
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { code: 'ROUTING_UNAVAILABLE', error: message },
    })
    // What is wrong with the question is told all the same.
    expect((await closed.ask('/v1/directions?origin=1')).status).toBe(400)
  })

  test('a key without the scope, before it looks at parameters', async () => {
    const routingOnly = { headers: { 'x-api-key': keyText(2) } }
    expect((await town.ask(PATH, routingOnly)).status).toBe(200)
    const none = await town.ask('/v1/directions', { headers: { 'x-api-key': '' } })
    expect(none).toMatchObject({ status: 401, body: { code: 'MISSING_API_KEY' } })
  })
})
