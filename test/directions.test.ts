import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { distanceM } from '../src/geo/distance.ts'
import type { Point } from '../src/geo/point.ts'
import { type RunningServer, startServer } from './executable.ts'
import { osmXml, scratchFile, TWO_WARDS } from './import/drawing.ts'
import { hasPostgres, type PostgresServer, startPostgres } from './postgres.ts'
import { ask, until } from './running-town.ts'
import { scratchDirectory } from './scratch.ts'

/*
 * Directions from one end to the other, as an operator has them: `saola import` of an extract with
 * roads, `saola keys create`, `saola serve` with its settings, `saola routing off`, each a process.
 */

setDefaultTimeout(180_000)

const SAOLA = [process.execPath, join(import.meta.dir, '../src/main.ts')]

/** Lê Lợi has a bollard in its middle; Nguyễn Huệ leads round it. 11 m a step. */
const TOWN = scratchFile(
  'town.osm',
  osmXml(`${TWO_WARDS}
    n1 20 50
    n2 80 50
    n3 20 80
    n4 80 80
    n5 50 50  barrier=bollard
    w1 n1 n5 n2  highway=residential | name=Lê Lợi
    w2 n1 n3 n4 n2  highway=tertiary | name=Nguyễn Huệ`),
)
const at = (east: number, north: number): Point => ({
  lon: 106.7 + east / 1e4,
  lat: 10.7 + north / 1e4,
})
const WEST = at(25, 50)
const EAST = at(75, 50)
/** In the middle of the block: 165 m from the nearest road. */
const COURTYARD = at(50, 65)
/** 2.3 km from the nearest road. */
const FAR = at(75, 290)

interface Told {
  readonly status: string
  readonly metres: number
  readonly seconds: number
  readonly says: readonly string[]
  readonly startAddress: string
}

interface Answer {
  readonly status: string
  readonly routes: readonly {
    readonly legs: readonly {
      readonly distance: { readonly value: number }
      readonly duration: { readonly value: number }
      readonly start_address: string
      readonly steps: readonly { readonly html_instructions: string }[]
    }[]
  }[]
}

/** A data directory, or a database that servers with directories of their own share. */
class Place {
  readonly #env: Record<string, string>
  readonly #servers: RunningServer[] = []
  key = ''

  constructor(databaseUrl: string | null) {
    this.#env = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
  }

  async fill(data: string): Promise<void> {
    const report = JSON.parse(await this.run(data, 'import', TOWN, '--json'))
    const files = (report.files as { name: string }[]).map(({ name }) => name)
    expect(files).toContain('routing-car.idx')
    expect(files).toContain('routing-motobike.idx')
    const plan = ['--scopes', 'routing:read', '--plan', 'unlimited', '--json']
    this.key = JSON.parse(await this.run(data, 'keys', 'create', '--user', 'a', ...plan)).key
  }

  /** What a command prints; it has to succeed. */
  async run(data: string, ...argv: string[]): Promise<string> {
    const env = { ...this.#env, SAOLA_DATA: data }
    const child = Bun.spawn([...SAOLA, ...argv], { env, stdout: 'pipe', stderr: 'pipe' })
    const out = await new Response(child.stdout).text()
    const log = await new Response(child.stderr).text()
    expect([await child.exited, log]).toEqual([0, log])
    return out
  }

  async serve(data: string, settings: Record<string, string> = {}): Promise<RunningServer> {
    const env = { ...this.#env, SAOLA_DATA: data, ...settings }
    const server = await startServer(SAOLA, { cwd: data, env })
    this.#servers.push(server)
    return server
  }

  async directions(server: RunningServer, from: Point, to: Point, more = ''): Promise<Told> {
    const ends = `origin=${from.lat},${from.lon}&destination=${to.lat},${to.lon}`
    const response = await ask(server.url, this.key, `/v1/directions?${ends}${more}`)
    expect(response.status).toBe(200)
    const { status, routes } = (await response.json()) as Answer
    const leg = routes[0]?.legs[0]
    if (leg === undefined) throw new Error('an answer has a route of one leg')
    return {
      status,
      metres: leg.distance.value,
      seconds: leg.duration.value,
      says: leg.steps.map((step) => step.html_instructions),
      startAddress: leg.start_address,
    }
  }

  async isOff(server: RunningServer): Promise<boolean> {
    const path = `/v1/directions?origin=${WEST.lat},${WEST.lon}&destination=${EAST.lat},${EAST.lon}`
    return (await ask(server.url, this.key, path)).status === 503
  }

  async stop(): Promise<void> {
    for (const server of this.#servers.splice(0)) expect(await server.stop()).toBe(0)
  }
}

describe('an imported extract', () => {
  const data = scratchDirectory()
  const place = new Place(null)
  beforeAll(() => place.fill(data))
  afterAll(() => place.stop())

  test('leaves nothing behind but its database and the files of the dataset', () => {
    expect(readdirSync(data).sort()).toEqual(['datasets', 'db'])
    const [dataset = ''] = readdirSync(join(data, 'datasets'))
    expect(readdirSync(join(data, 'datasets', dataset))).toContain('routing-car.idx')
  })

  test('is asked for both vehicles', async () => {
    const server = await place.serve(data)
    const bike = await place.directions(server, WEST, EAST)
    expect(bike).toMatchObject({ status: 'OK', says: ['Đi về hướng đông trên <b>Lê Lợi</b>'] })
    expect(bike.startAddress).toContain('Lê Lợi')
    expect(Math.abs(bike.metres - distanceM(WEST, EAST))).toBeLessThanOrEqual(1)
    const car = await place.directions(server, WEST, EAST, '&vehicle=car')
    expect(car).toMatchObject({
      status: 'OK',
      says: [
        'Đi về hướng tây trên <b>Lê Lợi</b>',
        'Rẽ phải vào <b>Nguyễn Huệ</b>',
        'Rẽ phải vào <b>Lê Lợi</b>',
      ],
    })
    expect(car.metres).toBeGreaterThan(2 * bike.metres)
    await place.stop()
  })

  test('is estimated as the settings say, from as far away as they say', async () => {
    const straightM = distanceM(WEST, FAR)
    const plain = await place.serve(data)
    for (const [vehicle, kmh] of [
      ['car', 35],
      ['motobike', 30],
    ] as const) {
      const told = await place.directions(plain, WEST, FAR, `&vehicle=${vehicle}`)
      expect(told.status).toBe('ESTIMATED')
      expect(told.metres).toBe(Math.round(straightM * 1.3))
      expect(Math.abs(told.seconds - (told.metres * 3.6) / kmh)).toBeLessThan(1)
    }
    expect((await place.directions(plain, COURTYARD, EAST)).status).toBe('OK')
    await place.stop()
    const changed = await place.serve(data, {
      SAOLA_ROUTING_DETOUR_FACTOR: '2',
      SAOLA_ROUTING_CAR_KMH: '60',
      SAOLA_ROUTING_MOTOBIKE_KMH: '20',
      SAOLA_ROUTING_SNAP_M: '100',
    })
    for (const [vehicle, kmh] of [
      ['car', 60],
      ['motobike', 20],
    ] as const) {
      const told = await place.directions(changed, WEST, FAR, `&vehicle=${vehicle}`)
      expect(told.status).toBe('ESTIMATED')
      expect(told.metres).toBe(Math.round(straightM * 2))
      expect(Math.abs(told.seconds - (told.metres * 3.6) / kmh)).toBeLessThan(1)
    }
    expect((await place.directions(changed, COURTYARD, EAST)).status).toBe('ESTIMATED')
    expect((await place.directions(changed, WEST, EAST)).status).toBe('OK')
    await place.stop()
  })

  test('is not asked at all with ROUTING_ENABLED=false, by several threads either', async () => {
    const env = { ROUTING_ENABLED: 'false', SAOLA_WORKERS: '2' }
    const server = await place.serve(data, env)
    const path = `/v1/directions?origin=${WEST.lat},${WEST.lon}&destination=${EAST.lat},${EAST.lon}`
    for (let i = 0; i < 8; i++) {
      const response = await ask(server.url, place.key, path)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ code: 'ROUTING_UNAVAILABLE' })
    }
    await place.stop()
  })
})

describe.skipIf(!hasPostgres())('two servers on one PostgreSQL', () => {
  const [importer, first, second] = [scratchDirectory(), scratchDirectory(), scratchDirectory()]
  let postgres: PostgresServer
  let place: Place

  beforeAll(async () => {
    postgres = await startPostgres()
    place = new Place(await postgres.createDatabase())
    await place.fill(importer)
  })

  afterAll(async () => {
    await place.stop()
    postgres.remove()
  })

  test('answer alike, and both follow a switch that is turned beside one', async () => {
    const servers = [await place.serve(first), await place.serve(second, { SAOLA_WORKERS: '2' })]
    const told = await Promise.all(servers.map((one) => place.directions(one, WEST, EAST)))
    expect(told[0]).toMatchObject({ status: 'OK' })
    expect(told[1]).toEqual(told[0])
    await place.run(first, 'routing', 'off')
    for (const server of servers) await until(() => place.isOff(server))
    await place.run(second, 'routing', 'on')
    for (const server of servers) await until(async () => !(await place.isOff(server)))
  })
})
