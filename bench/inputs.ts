import type { Place } from '../src/search/model/place.ts'

export { seededRandom } from '../src/commands/bench.ts'

/** Paths of one endpoint, all different questions about places that the dataset holds. */
export interface Inputs {
  readonly endpoint: string
  readonly paths: readonly string[]
  /** By path: what to send as `X-POI-Token`. */
  readonly tokens?: ReadonlyMap<string, string>
}

const INPUT_CHARS_MAX = 20
const JITTER_DEGREES = 0.0003 // about 30 m: near a place, never quite on it

/** `addressOf`: the full address of a place, as the server itself writes it. */
export function inputsOf(
  places: readonly Place[],
  addressOf: ReadonlyMap<string, string>,
  random: () => number,
): Inputs[] {
  const named = places.filter(({ name }) => [...name].length >= 2)
  const near = (value: number): string =>
    (value / 1e7 + (random() - 0.5) * 2 * JITTER_DEGREES).toFixed(6)
  return [
    {
      endpoint: '/v1/place/resolve',
      paths: places.map(({ id }) => `/v1/place/resolve?id=${encodeURIComponent(id)}`),
    },
    {
      endpoint: '/v1/reverse',
      paths: places.map(
        ({ lonE7, latE7 }) => `/v1/reverse?point.lat=${near(latE7)}&point.lon=${near(lonE7)}`,
      ),
    },
    {
      endpoint: '/v1/reverse-geocode',
      paths: places.map(
        ({ lonE7, latE7 }) => `/v1/reverse-geocode?lat=${near(latE7)}&lng=${near(lonE7)}`,
      ),
    },
    {
      endpoint: '/v1/suggest',
      paths: named.map(({ name }) => {
        const characters = [...name]
        const length = 2 + Math.floor(random() * (INPUT_CHARS_MAX - 1))
        const typed = characters.slice(0, length).join('')
        // Half of the people who type leave the marks out.
        const input = random() < 0.5 ? typed : withoutMarks(typed)
        return `/v1/suggest?input=${encodeURIComponent(input)}`
      }),
    },
    {
      endpoint: '/v1/geocode',
      paths: places.flatMap(({ id }) => {
        const address = addressOf.get(id)
        if (address === undefined) return []
        const input = random() < 0.5 ? address : withoutMarks(address)
        return [`/v1/geocode?address=${encodeURIComponent(input)}`]
      }),
    },
    {
      // The others are written as answers write them, and need no search.
      endpoint: '/v1/geocode, short forms',
      paths: places.flatMap(({ id }) => {
        const address = addressOf.get(id)
        if (address === undefined) return []
        const input = shortForm(random() < 0.5 ? address : withoutMarks(address))
        return [`/v1/geocode?address=${encodeURIComponent(input)}`]
      }),
    },
  ]
}

/** As people write an address of ours: `12 Lê Lợi, P. Bến Thành, TP Hồ Chí Minh`. */
export function shortForm(address: string): string {
  return address
    .replace(/, (?:Phường|Phuong) /, ', P. ')
    .replace(/, (?:Xã|Xa) /, ', X. ')
    .replace(/, (?:Tỉnh|Tinh) /, ', ')
    .replace(/, (?:Thành phố|Thanh pho) /, ', TP ')
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D')
}
