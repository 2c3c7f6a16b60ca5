import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { DatasetId } from '../src/base/ids.ts'
import {
  closedDataset,
  openDataset,
  REVERSE_FILE,
  SEARCH_FILE,
  SERVED_FILES,
  WATER_FILE,
} from '../src/dataset.ts'
import { toE7 } from '../src/geo/point.ts'
import { buildGraph } from '../src/routing/build/build.ts'
import type { DirectionsQuery } from '../src/routing/model/directions.ts'
import { routingFile, VEHICLES } from '../src/routing/model/vehicle.ts'
import { buildSearch } from '../src/search/build/build-search.ts'
import { buildReverse } from '../src/search/build/reverse.ts'
import { buildWater } from '../src/search/build/water.ts'
import { answerTo } from '../src/search/model/query.ts'
import { draw } from './routing/drawing.ts'
import { scratchDirectory } from './scratch.ts'
import { place } from './search/town.ts'

const DRAWN = draw({ map: 'a-1-b-2-c', ways: { abc: 'residential Phố Huế' } })
const QUERY: DirectionsQuery = {
  origin: DRAWN.at('1'),
  destination: DRAWN.at('2'),
  vehicle: 'car',
  lang: 'vi',
}
const NO_GRAPH = expect.objectContaining({
  code: 'ROUTING_UNAVAILABLE',
  message: "No road graph for 'car' is loaded; run `saola import vietnam`.",
})

describe('directions of a dataset', () => {
  test('need the graph of their vehicle, and name no other cure when there is none', () => {
    const lines: string[] = []
    const local = { id: 'd1' as DatasetId, madeAtMs: 0, directory: scratchDirectory(), files: [] }
    const dataset = openDataset(local, (line) => lines.push(line))
    for (const open of [closedDataset(), dataset]) {
      expect(() => open.directions(QUERY)).toThrow(NO_GRAPH)
      expect(open.addressAt(QUERY.origin, 'vi')).toBe('')
    }
    expect(lines.join('\n')).not.toContain('routing')
  })

  test('come from the mapped graphs', async () => {
    const directory = scratchDirectory()
    for (const vehicle of VEHICLES) {
      const built = buildGraph(DRAWN.network, vehicle)
      if (built === null) throw new Error('the town has a road for all vehicles')
      await Bun.write(join(directory, routingFile(vehicle)), built.bytes)
    }
    const files = VEHICLES.map(routingFile)
    for (const file of files) expect(SERVED_FILES).toContain(file)
    const dataset = openDataset({ id: 'd1' as DatasetId, madeAtMs: 0, directory, files }, () => {})
    for (const vehicle of VEHICLES) {
      const found = dataset.directions({ ...QUERY, vehicle })
      expect(found).toMatchObject({ isRoute: true, distanceM: 200, summary: 'Phố Huế' })
    }
  })

  test('a damaged graph is logged and counts as none', async () => {
    const directory = scratchDirectory()
    await Bun.write(join(directory, routingFile('car')), 'SAOLAIDX, not')
    const lines: string[] = []
    const local = { id: 'd1' as DatasetId, madeAtMs: 0, directory, files: [routingFile('car')] }
    const dataset = openDataset(local, (line) => lines.push(line))
    expect(() => dataset.directions(QUERY)).toThrow(NO_GRAPH)
    expect(lines.join('\n')).toContain('routing-car.idx cannot be opened')
  })
})

describe('reverse of a dataset', () => {
  /** A street on either bank of a river; the one across is nearer. */
  const line = (...degrees: number[]) => Int32Array.from(degrees, toE7)
  const places = [
    place('street', {
      id: 'west',
      at: [105, 20],
      name: 'Bờ Tây',
      lines: [line(105, 20, 105, 20.001)],
    }),
    place('street', {
      id: 'east',
      at: [105.0004, 20],
      name: 'Bờ Đông',
      lines: [line(105.0004, 20, 105.0004, 20.001)],
    }),
  ]
  const river = { middles: [line(105.0003, 20, 105.0003, 20.001)], banks: [] }
  const point = { lon: 105.00025, lat: 20.0005 }

  async function namesWith(water: Uint8Array | null): Promise<[string[], string]> {
    const directory = scratchDirectory()
    const contents = new Map([
      [SEARCH_FILE, buildSearch(places)],
      [REVERSE_FILE, buildReverse(places)],
      ...(water === null ? [] : [[WATER_FILE, water] as const]),
    ])
    for (const [file, bytes] of contents) await Bun.write(join(directory, file), bytes)
    const lines: string[] = []
    const local = { id: 'd1' as DatasetId, madeAtMs: 0, directory, files: [...contents.keys()] }
    const dataset = openDataset(local, (text) => lines.push(text))
    const found = dataset.reverse({ point, radiusM: 50, size: 5, lang: 'vi', isVietnamOnly: false })
    const addresses = found.map(({ place }) => answerTo(place).address)
    expect(dataset.addressAt(point, 'vi')).toBe(addresses[0] ?? 'none')
    return [addresses, lines.join('\n')]
  }

  test('keeps to this bank of the water that it knows of', async () => {
    expect((await namesWith(buildWater(river)))[0]).toEqual(['Bờ Tây', 'Bờ Đông'])
  })

  test('goes by distance alone without such a file, which older datasets lack', async () => {
    const [names, log] = await namesWith(null)
    expect(names).toEqual(['Bờ Đông', 'Bờ Tây'])
    expect(log).not.toContain('water')
  })

  test('goes on when the file is damaged, and says so', async () => {
    const [names, log] = await namesWith(new Uint8Array(100))
    expect(names).toEqual(['Bờ Đông', 'Bờ Tây'])
    expect(log).toContain('water.idx cannot be opened')
  })
})
