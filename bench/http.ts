/*
 * Requests a second of every endpoint for addresses and routes (comparison.ts):
 *
 *   bun bench/http.ts --data DIR [--seconds 5] [--connections 32] [--search-cache-mb 0]
 *                     [--database-url URL]
 *
 * DIR holds an imported dataset. Needs wrk. Prints a table in Markdown.
 */
import { samplePlaces, seededRandom } from '../src/commands/bench.ts'
import type { Place } from '../src/search/model/place.ts'
import { ask, compare, memoryOf, type Subject, TABLE_HEAD, withSubject } from './comparison.ts'
import { inputsOf } from './inputs.ts'

const SAMPLE_PLACES = 4_000
const SEED = 20_261_120

async function addressesOf(
  subject: Subject,
  places: readonly Place[],
): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  for (const { id } of places) {
    const response = await ask(subject, `/v1/place/resolve?id=${encodeURIComponent(id)}`)
    if (response.status !== 200) continue
    const { result } = (await response.json()) as { result: { address: string } }
    addresses.set(id, result.address)
  }
  return addresses
}

await withSubject(async (subject) => {
  const places = await samplePlaces(subject.db, SAMPLE_PLACES, seededRandom(SEED))
  const addresses = await addressesOf(subject, places)
  console.log(TABLE_HEAD)
  for (const inputs of inputsOf(places, addresses, seededRandom(SEED))) {
    console.log(await compare(subject, inputs))
  }
  console.log(`\nStart to first answer: ${subject.startMs.toFixed(0)} ms. ${memoryOf(subject)}`)
})
