/*
 * Requests a second of lists and details of POIs (comparison.ts; tiles are in tiles.ts):
 *
 *   bun bench/places.ts --data DIR [--seconds 5] [--connections 32] [--database-url URL]
 *
 * DIR holds an imported dataset with some thousand POIs. Needs wrk. Prints a table in Markdown.
 */
import { poiTokenBucket } from '../src/access/poi-token.ts'
import { samplePlaces, seededRandom } from '../src/commands/bench.ts'
import { ensureSecret, POI_TOKEN_SECRET } from '../src/db/secrets.ts'
import { CATEGORIES } from '../src/pois/categories.ts'
import type { Place } from '../src/search/model/place.ts'
import { signPoiToken } from '../test/access/tokens.ts'
import { compare, memoryOf, type Subject, TABLE_HEAD, withSubject } from './comparison.ts'
import type { Inputs } from './inputs.ts'

const SAMPLE_PLACES = 8_000
const SEED = 20_261_121
const COUNTRY = '102,6.4,117.9,23.5'
const BLOCK_DEGREES = 0.01 // about 1 km
const CITY_DEGREES = 0.3

const random = seededRandom(SEED)

function lists(pois: readonly Place[]): Inputs[] {
  const box = ({ lonE7, latE7 }: Place, degrees: number): string => {
    const west = lonE7 / 1e7 - random() * degrees
    const south = latE7 / 1e7 - random() * degrees
    return [west, south, west + degrees, south + degrees].map((side) => side.toFixed(6)).join()
  }
  const near = ({ lonE7, latE7 }: Place) => `${lonE7 / 1e7},${latE7 / 1e7}`
  const paths = (queryOf: (poi: Place) => string) => pois.map((poi) => `/v1/pois?${queryOf(poi)}`)
  const someCategory = () => CATEGORIES[Math.floor(random() * CATEGORIES.length)]?.id
  return [
    {
      endpoint: '/v1/pois, 1 km, 20',
      paths: paths((poi) => `bbox=${box(poi, BLOCK_DEGREES)}&limit=20`),
    },
    {
      endpoint: '/v1/pois, city, 20',
      paths: paths((poi) => `bbox=${box(poi, CITY_DEGREES)}&limit=20&near=${near(poi)}`),
    },
    {
      endpoint: '/v1/pois, city, 20 open now',
      paths: paths(
        (poi) => `bbox=${box(poi, CITY_DEGREES)}&limit=20&open_now=true&near=${near(poi)}`,
      ),
    },
    {
      endpoint: '/v1/pois, country, 20 of any category',
      paths: paths(
        (poi) => `bbox=${COUNTRY}&limit=20&near=${near(poi)}&category=${someCategory()}`,
      ),
    },
    {
      endpoint: '/v1/pois, country, 500',
      paths: paths((poi) => `bbox=${COUNTRY}&near=${near(poi)}`).slice(0, 500),
    },
  ]
}

/** Tokens live longer than the bench, unless that is told to take its time. */
async function details({ db }: Subject, pois: readonly Place[]): Promise<Inputs> {
  const secret = await ensureSecret(db, POI_TOKEN_SECRET)
  const bucket = poiTokenBucket(Date.now())
  const tokens = new Map(
    pois.map(({ id }): [string, string] => [`/v1/pois/${id}`, signPoiToken(secret, id, bucket)]),
  )
  return { endpoint: '/v1/pois/{placeId}', paths: [...tokens.keys()], tokens }
}

await withSubject(async (subject) => {
  const places = await samplePlaces(subject.db, SAMPLE_PLACES, random)
  const pois = places.filter(({ kind }) => kind === 'poi')
  console.log(TABLE_HEAD)
  for (const inputs of [await details(subject, pois), ...lists(pois)]) {
    console.log(await compare(subject, inputs))
  }
  console.log(`\n${memoryOf(subject)}`)
})
