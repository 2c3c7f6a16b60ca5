import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MapArchive } from '../../src/basemap/pmtiles/archive.ts'
import { LAYERS } from '../../src/basemap/schema.ts'
import { readDrawing, TWO_WARDS } from '../import/drawing.ts'
import { archiveOf } from './built.ts'
import { decodedTile, unpacked } from './decoded.ts'

/*
 * A drawn town of two wards on the map: what each zoom shows of it, layer by layer, as a text that
 * one can read. `UPDATE_GOLDEN=1 bun test` writes it anew.
 */

setDefaultTimeout(60_000)

const GOLDEN = join(import.meta.dir, '../golden/map-town.txt')

const TOWN = `
  ${TWO_WARDS}
  # A trunk road of two ways, a street of two more, an alley; a one-way street; a bridge.
  n1 10 50
  n2 50 50
  n3 90 50
  n4 50 80
  n5 50 110
  n6 60 110
  n7 90 110
  w1 n1 n2    highway=trunk | name=Quốc lộ 1 | ref=QL.1 | name:en=National Road 1
  w2 n2 n3    highway=trunk | name=Quốc lộ 1 | ref=QL.1 | name:en=National Road 1
  w3 n2 n4    highway=residential | name=Lê Lợi
  w4 n4 n5    highway=residential | name=Lê Lợi
  w5 n5 n6    highway=service
  w6 n6 n7    highway=secondary | name=Trần Phú | oneway=yes | bridge=yes
  w7 n4 n6    highway=footway
  w8 n4 n7    railway=rail | name=Đường sắt Bắc Nam
  w9 n1 n5    route=ferry
  # A lake with an island, a river, a canal under ground.
  n20 110 20
  n21 190 20
  n22 190 90
  n23 110 90
  n24 140 40
  n25 160 40
  n26 160 60
  n27 140 60
  w20 n20 n21 n22 n23 n20
  w21 n24 n25 n26 n27 n24
  r20 w20:outer w21:inner  type=multipolygon | natural=water | water=lake | name=Hồ Trăng
  w22 n1 n20   waterway=river | name=Sông Cái
  w23 n1 n21   waterway=canal | tunnel=culvert
  # Two fields that share a border, a park, a house with a number, a building, a school.
  n30 20 150
  n31 60 150
  n32 60 180
  n33 20 180
  n34 95 150
  n35 95 180
  w30 n30 n31 n32 n33 n30  landuse=farmland
  w31 n31 n34 n35 n32 n31  leisure=park | name=Công viên Sao
  n40 20 120
  n41 23 120
  n42 23 123
  n43 20 123
  w40 n40 n41 n42 n43 n40  building=yes
  n50 30 125      addr:housenumber=12A | addr:street=Lê Lợi
  n51 40 130      amenity=cafe | name=Cà phê Sông Trăng | name:en=Moon River Coffee
  n52 40 100      place=village | name=Xóm Sao
  n53 70 130      amenity=hospital | name=永安 | name:vi=Bệnh viện Vĩnh An
  # What the map does not show.
  n54 72 132      natural=tree
  w50 n30 n34     power=line | name=Đường dây 110 kV
`

const ZOOMS = [6, 10, 12, 13, 14] as const

async function town(): Promise<string> {
  const archive = await archiveOf(await readDrawing(TOWN))
  const lines: string[] = []
  for (const z of ZOOMS) {
    lines.push(`zoom ${z}`)
    for (const line of shownAt(archive, z)) lines.push(`  ${line}`)
  }
  return `${lines.join('\n')}\n`
}

/** A line a feature, each once however many tiles it is in. */
function shownAt(archive: MapArchive, z: number): string[] {
  const shown = new Set<string>()
  const west = Math.floor(((106.7 + 180) / 360) * 2 ** z)
  const row = (lat: number) => {
    const y = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI
    return Math.floor(((1 - y) / 2) * 2 ** z)
  }
  for (let x = west; x <= Math.floor(((106.72 + 180) / 360) * 2 ** z); x++) {
    for (let y = row(10.73); y <= row(10.7); y++) {
      const span = archive.find({ z, x, y })
      if (span === null) continue
      for (const { layer, type, properties, parts } of decodedTile(
        unpacked(archive.bytesOf(span)),
      )) {
        const attributes = Object.entries(properties).map(([key, value]) => `${key}=${value}`)
        const number = String(LAYERS.indexOf(layer))
        const rings = type === 'Polygon' && parts.length > 1 ? ` (${parts.length} rings)` : ''
        shown.add(`${number} ${layer.padEnd(10)} ${type}${rings}: ${attributes.join(' | ')}`)
      }
    }
  }
  return [...shown].sort().map((line) => line.slice(2))
}

describe('a drawn town', () => {
  test('shows at each zoom what its rules say', async () => {
    const told = await town()
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(GOLDEN, told)
    if (!existsSync(GOLDEN)) throw new Error(`${GOLDEN} is missing; make it with UPDATE_GOLDEN=1`)
    expect(told).toBe(readFileSync(GOLDEN, 'utf8'))
  })
})
