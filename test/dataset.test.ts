import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { DatasetId } from '../src/base/ids.ts'
import { closedDataset, openDataset, routingFile, SERVED_FILES } from '../src/dataset.ts'
import { buildGraph } from '../src/routing/build/build.ts'
import type { DirectionsQuery } from '../src/routing/directions.ts'
import { VEHICLES } from '../src/routing/vehicle.ts'
import { draw } from './routing/drawing.ts'
import { scratchDirectory } from './scratch.ts'

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
    const local = { id: 'd1' as DatasetId, directory: scratchDirectory(), files: [] }
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
    const dataset = openDataset({ id: 'd1' as DatasetId, directory, files }, () => {})
    for (const vehicle of VEHICLES) {
      const found = dataset.directions({ ...QUERY, vehicle })
      expect(found).toMatchObject({ isRoute: true, distanceM: 200, summary: 'Phố Huế' })
    }
  })

  test('a damaged graph is logged and counts as none', async () => {
    const directory = scratchDirectory()
    await Bun.write(join(directory, routingFile('car')), 'SAOLAIDX, not')
    const lines: string[] = []
    const local = { id: 'd1' as DatasetId, directory, files: [routingFile('car')] }
    const dataset = openDataset(local, (line) => lines.push(line))
    expect(() => dataset.directions(QUERY)).toThrow(NO_GRAPH)
    expect(lines.join('\n')).toContain('routing-car.idx cannot be opened')
  })
})
