import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { buildBoundaries } from '../../src/boundaries/build.ts'
import { checkBoundaries } from '../../src/boundaries/check.ts'
import { readFlatGeobuf, writeFlatGeobuf } from '../../src/boundaries/fgb.ts'
import { holdersOf } from '../../src/boundaries/holders.ts'
import { locate } from '../../src/boundaries/locate.ts'
import { openBoundaries, unitAt } from '../../src/boundaries/open.ts'
import type { MultiPolygonE7 } from '../../src/geo/ring.ts'
import { sharedData } from '../shared-data.ts'
import { holds } from './brute.ts'
import { officialFeatures } from './official.ts'
import { wrongPoints } from './points.ts'

const wardsFile = sharedData('boundaries/wards.fgb')
const provincesFile = sharedData('boundaries/provinces.fgb')
const pointsFile = sharedData('tables/points_in_wards.csv')

describe.if(wardsFile !== null && provincesFile !== null)('all wards of Vietnam', () => {
  const features = [
    ...(provincesFile ? officialFeatures(provincesFile, 4) : []),
    ...(wardsFile ? officialFeatures(wardsFile, 8) : []),
  ]
  const boundaries = openBoundaries(buildBoundaries(features))

  test('the index is sound', () => checkBoundaries(boundaries))

  test.if(pointsFile !== null)('1,000 points lie where the unsimplified polygons have them', () => {
    const table = readFileSync(pointsFile ?? '', 'utf8')
    const codeAt = (level: 4 | 8, lon: number, lat: number) =>
      unitAt(boundaries, locate(boundaries, level, { lon, lat }))?.code ?? ''
    expect(wrongPoints(table, codeAt)).toEqual([])
  })

  // Off the shore, where the polygons of wards reach farther than those of provinces.
  test.if(pointsFile !== null)('but for 3 in no province, where it is that of the ward', () => {
    const found: string[] = []
    const answeredAt = (level: 4 | 8, lon: number, lat: number) => {
      const { province, ward } = holdersOf(boundaries, { lon, lat }, [4, 8])
      return (level === 4 ? province : ward)?.code ?? ''
    }
    for (const wrong of wrongPoints(readFileSync(pointsFile ?? '', 'utf8'), answeredAt)) {
      const [, , ward, , province] = wrong.split(',')
      const parent = features.find(({ unit }) => unit.code === ward)?.unit.parentCode
      expect(wrong).toEndWith(`→ ${ward} ${parent}`)
      found.push(`${ward} ${province} ${parent}`)
    }
    expect(found).toEqual(['21592  52', '22366  56', '21409  51'])
  })

  test('points on and beside real borders belong where every polygon says', () => {
    const boxes = features.map(({ polygons }) => boxOf(polygons))
    for (let i = 0; i < features.length; i += 97) {
      const ring = features[i]!.polygons[0]![0]
      const { level } = features[i]!.unit
      for (let k = 0; k + 1 < ring.length; k += 2 * Math.ceil(ring.length / 16)) {
        for (const step of [0, 1, -1]) {
          const [x, y] = [ring[k]! + step, ring[k + 1]!]
          const point = { lon: x / 1e7, lat: y / 1e7 }
          const holders = features
            .filter(({ unit }, f) => unit.level === level && isInBox(boxes[f]!, x, y))
            .filter((feature) => holds(feature, point))
            .map(({ unit }) => unit.code)
            .sort()
          const found = unitAt(boundaries, locate(boundaries, level, point))?.code ?? 'none'
          expect(found).toBe(holders[0] ?? 'none')
        }
      }
    }
  })

  test('go to a FlatGeobuf file and come back', () => {
    const some = features.filter((_, i) => i % 50 === 0)
    expect(readFlatGeobuf(writeFlatGeobuf(some))).toEqual(some)
  })
})

type Box = readonly [west: number, south: number, east: number, north: number]

function boxOf(polygons: MultiPolygonE7): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [outer] of polygons) {
    for (let i = 0; i < outer.length; i += 2) {
      west = Math.min(west, outer[i]!)
      east = Math.max(east, outer[i]!)
      south = Math.min(south, outer[i + 1]!)
      north = Math.max(north, outer[i + 1]!)
    }
  }
  return [west, south, east, north]
}

function isInBox([west, south, east, north]: Box, x: number, y: number): boolean {
  return x >= west && x <= east && y >= south && y <= north
}
