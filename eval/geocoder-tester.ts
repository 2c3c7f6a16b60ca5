import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { distanceM } from '../src/geo/distance.ts'
import { E7 } from '../src/geo/point.ts'
import type { Place } from '../src/search/model/place.ts'

/*
 * The pairs in the format of the geocoder-tester project (github.com/geocoders/geocoder-tester), so
 * that other geocoders can be asked the same:
 *
 *   query                 the question
 *   limit                 how many answers are looked at: 1, of half typed questions 7
 *   comment               the form of the question and the place that is meant
 *   expected_coordinate   `lat,lon,metres`: where an answer lies, and how far off it may be
 *
 * Only positions are compared: each geocoder calls places in its own words.
 */

/** How far off an answer may be, metres; a street's is at least half of its length. */
const TOLERANCE_M = { house: 50, poi: 100, street: 200, ward: 5_000 } as const
const TYPING_LIMIT = 7

/** A row of pairs.tsv. */
type Pair = Readonly<Record<string, string>>

/** Writes `test_clean.csv`, `test_noisy.csv` and `test_typing.csv`; tells how many rows each has. */
export function exportTests(
  directory: string,
  pairs: readonly Pair[],
  places: readonly Place[],
): ReadonlyMap<string, number> {
  mkdirSync(directory, { recursive: true })
  const byId = new Map(places.map((place) => [place.id as string, place]))
  const files = Map.groupBy(pairs, ({ quality = '' }) => `test_${quality}.csv`)
  for (const [name, rows] of files) {
    const tests = rows.map((row) => testOf(row, byId.get(row['place'] ?? '')))
    writeFileSync(join(directory, name), stringify(tests, { header: true }))
  }
  return new Map([...files].map(([name, rows]) => [name, rows.length]))
}

function testOf({ question = '', quality, form, place: id }: Pair, place: Place | undefined) {
  if (place === undefined) throw new Error(`No place ${id}: write the pairs anew.`)
  const at = { lon: place.lonE7 / E7, lat: place.latE7 / E7 }
  return {
    query: question,
    limit: quality === 'typing' ? TYPING_LIMIT : 1,
    comment: `${form}: ${place.kind} ${id}`,
    expected_coordinate: `${at.lat},${at.lon},${toleranceM(place)}`,
  }
}

/** A street is as long as the farthest point of its lines is from where one stands for it. */
function toleranceM({ kind, lines, lonE7, latE7 }: Place): number {
  if (kind === 'house' || kind === 'poi') return TOLERANCE_M[kind]
  if (kind !== 'street' && kind !== 'alley') return TOLERANCE_M.ward
  let farthest: number = TOLERANCE_M.street
  const stand = { lon: lonE7 / E7, lat: latE7 / E7 }
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      const metres = distanceM(stand, { lon: line[i]! / E7, lat: line[i + 1]! / E7 })
      farthest = Math.max(farthest, metres)
    }
  }
  return Math.ceil(farthest)
}
