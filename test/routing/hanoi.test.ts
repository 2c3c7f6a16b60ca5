import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readRoadNetwork } from '../../src/import/roads/roads-network.ts'
import { DIRECTIONS_DEFAULTS, directions } from '../../src/routing/answer.ts'
import { buildGraph } from '../../src/routing/build/build.ts'
import { openGuide } from '../../src/routing/guide.ts'
import type { Directions } from '../../src/routing/model/directions.ts'
import { VEHICLES } from '../../src/routing/model/vehicle.ts'
import { distanceText, durationText } from '../../src/routing/narrative/amounts.ts'
import { sharedData } from '../shared-data.ts'
import { instructionText } from './phrase-text.ts'

/*
 * Ten ways through the real Hanoi, told in full: a change in tags, costs or words shows here in
 * terms that a driver can judge. `UPDATE_GOLDEN=1 bun test` writes the file anew; read the
 * difference before it is committed.
 */

const GOLDEN = join(import.meta.dir, '../golden/hanoi-directions.txt')
const HEADING = '© OpenStreetMap contributors, ODbL 1.0. Written by test/routing/hanoi.test.ts.'

const PLACES = {
  'Hồ Gươm': { lat: 21.0287, lon: 105.8524 },
  'Mỹ Đình': { lat: 21.0205, lon: 105.764 },
  'Giáp Bát': { lat: 20.9805, lon: 105.8412 },
  'Cầu Giấy': { lat: 21.0362, lon: 105.7906 },
  'Phùng Khoang': { lat: 20.987, lon: 105.79 },
  'Long Biên': { lat: 21.042, lon: 105.85 },
  'Bách Khoa': { lat: 21.0052, lon: 105.844 },
  'Hồ Tây': { lat: 21.0549, lon: 105.8121 },
  'Kim Mã': { lat: 21.031, lon: 105.82 },
  'Tây Sơn': { lat: 21.008, lon: 105.822 },
  'Linh Đàm': { lat: 20.9722, lon: 105.8249 },
  'Láng Hạ': { lat: 21.0133, lon: 105.8126 },
} as const
type PlaceName = keyof typeof PLACES

const TRIPS: readonly (readonly [PlaceName, PlaceName])[] = [
  ['Hồ Gươm', 'Mỹ Đình'],
  ['Giáp Bát', 'Cầu Giấy'],
  ['Phùng Khoang', 'Long Biên'],
  ['Bách Khoa', 'Hồ Tây'],
  ['Mỹ Đình', 'Bách Khoa'],
  ['Kim Mã', 'Tây Sơn'],
  ['Linh Đàm', 'Láng Hạ'],
  ['Hồ Tây', 'Linh Đàm'],
  ['Cầu Giấy', 'Hồ Gươm'],
  ['Tây Sơn', 'Hồ Tây'],
]

const EXTRACT = sharedData('hanoi-roads-2025.osm.pbf')

describe.skipIf(EXTRACT === null)('ways through Hanoi', () => {
  test('are told as they were when somebody read them', async () => {
    const told = await tellAll(EXTRACT ?? '')
    if (process.env['UPDATE_GOLDEN'] === '1') await Bun.write(GOLDEN, told)
    expect(told).toBe(await Bun.file(GOLDEN).text())
  }, 60_000)
})

async function tellAll(extract: string): Promise<string> {
  const network = await readRoadNetwork(extract, {})
  if (network === null) throw new Error('the extract has roads')
  const parts = [HEADING]
  for (const vehicle of VEHICLES) {
    const built = buildGraph(network, vehicle)
    if (built === null) throw new Error('the extract has roads for all vehicles')
    const router = openGuide(built.bytes)
    for (const [from, to] of TRIPS) {
      const query = { origin: PLACES[from], destination: PLACES[to], vehicle, lang: 'vi' } as const
      const found = directions(router, query, DIRECTIONS_DEFAULTS)
      parts.push(`\n${vehicle}: ${from} – ${to}`, tell(found))
    }
  }
  return `${parts.join('\n')}\n`
}

function tell(found: Directions): string {
  const { summary, distanceM, durationS } = found
  const figures = `${distanceText(distanceM, 'vi')}, ${durationText(durationS, 'vi')}`
  const lines = found.steps.map((step) => {
    const text = instructionText(step)
      .replace(/<\/?b>/g, '')
      .replace(/<div [^>]*>(.*?)<\/div>/g, '; $1')
    return `${String(step.distanceM).padStart(6)} m  ${text}`
  })
  return [`  ${summary} (${figures})`, ...lines].join('\n')
}
