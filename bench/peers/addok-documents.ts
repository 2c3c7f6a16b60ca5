/*
 * What addok is to hold of an extract, a document a line: streets with their doors, places and
 * wards, as Saola reads them.
 *
 *   bun bench/peers/addok-documents.ts EXTRACT.osm.pbf OUT.ndjson
 */
import { writeFileSync } from 'node:fs'
import { E7 } from '../../src/geo/point.ts'
import { readExtract } from '../../src/import/extract.ts'
import { Progress } from '../../src/import/report/progress.ts'
import type { Place } from '../../src/search/model/place.ts'

const TYPES: Partial<Record<Place['kind'], string>> = {
  street: 'street',
  alley: 'street',
  poi: 'poi',
  ward: 'municipality',
}

async function main(): Promise<void> {
  const [, , extract, out] = process.argv
  if (extract === undefined || out === undefined) throw new Error('Name an extract and a file.')
  const progress = new Progress({ log: () => {}, progress: () => {} })
  const { places } = await readExtract(extract, progress, new AbortController().signal)
  const names = new Map(places.map(({ id, name }) => [id, name]))
  const doors = Map.groupBy(
    places.filter(({ houseNumber, streetId }) => houseNumber !== null && streetId !== null),
    ({ streetId }) => streetId,
  )
  const lines = places.flatMap((place) => {
    const type = TYPES[place.kind]
    if (type === undefined || place.name === '' || place.successorIds.length > 0) return []
    const around = [place.wardId, place.provinceId].flatMap((id) =>
      id === null || id === place.id ? [] : [names.get(id) ?? ''],
    )
    const numbers = (doors.get(place.id) ?? []).map((door) => [door.houseNumber, pointOf(door)])
    return [
      JSON.stringify({
        id: place.id,
        type,
        name: [place.name, ...place.aliases],
        city: around.join(', '),
        importance: place.importance,
        ...pointOf(place),
        ...(numbers.length > 0 && { housenumbers: Object.fromEntries(numbers) }),
      }),
    ]
  })
  writeFileSync(out, `${lines.join('\n')}\n`)
  console.log(`${lines.length} documents`)
}

function pointOf({ lonE7, latE7 }: Place) {
  return { lat: latE7 / E7, lon: lonE7 / E7 }
}

await main()
