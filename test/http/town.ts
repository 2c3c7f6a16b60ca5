import { DEMO_PER_MINUTE, IpLimiter, MAP_TILES_PER_MINUTE } from '../../src/access/ip-limiter.ts'
import type { KeyRecord } from '../../src/access/key.ts'
import { KeyTable } from '../../src/access/key-table.ts'
import { Limiter } from '../../src/access/limiter.ts'
import { type PoiSecret, PoiTokenChecker } from '../../src/access/poi-token.ts'
import { Sessions } from '../../src/access/session.ts'
import { UsageCounter } from '../../src/access/usage-counter.ts'
import { assert } from '../../src/base/assert.ts'
import type { DatasetId, PlaceId } from '../../src/base/ids.ts'
import { buildMap } from '../../src/basemap/build/build.ts'
import { type Meaning, mapPoint } from '../../src/basemap/build/shapes.ts'
import { MapArchive } from '../../src/basemap/pmtiles/archive.ts'
import { ServedMap } from '../../src/basemap/served-map.ts'
import { openConverter } from '../../src/convert/converter.ts'
import { toE7 } from '../../src/geo/point.ts'
import type { HttpDeps, HttpSettings } from '../../src/http/request/deps.ts'
import { createHttp } from '../../src/http/server.ts'
import { Metrics } from '../../src/http/telemetry/metrics.ts'
import { buildPois } from '../../src/pois/build.ts'
import type { PoiDetail } from '../../src/pois/detail.ts'
import type { PoiList } from '../../src/pois/list.ts'
import { openPois } from '../../src/pois/pois.ts'
import { ESTIMATE_DEFAULTS, estimate } from '../../src/routing/estimate.ts'
import type { GeocodeAnswer, PlaceAnswer, ReverseHit } from '../../src/search/model/query.ts'
import { keyRecord, keyText } from '../access/keys.ts'
import { poi } from '../pois/sample.ts'
import { type Answered, Checker } from './checked.ts'
import { landText } from './land.ts'

/** The café that the town's every answer is about. */
export const CAFE: PlaceAnswer = {
  id: 'n42' as PlaceId,
  name: 'Cà phê Sông Trăng',
  address: 'Cà phê Sông Trăng, 12 Đường Bờ Hồ, Phường Đông, Thành phố Trăng',
  mainText: 'Cà phê Sông Trăng',
  secondaryText: '12 Đường Bờ Hồ, Phường Đông, Thành phố Trăng',
  lat: 10.5,
  lon: 106.25,
  ward: 'Phường Đông',
  province: 'Thành phố Trăng',
  country: 'VN',
  types: ['cafe', 'point_of_interest'],
}
/** The same as lists have it, under another name if one is given. */
export function listed(name = CAFE.name): PoiList {
  const at = { lonE7: toE7(CAFE.lon), latE7: toE7(CAFE.lat) }
  const cafe = poi({ id: CAFE.id, name, category: 'cafe', ...at })
  const content = { pois: [cafe], categories: ['cafe'], holidays: [] }
  return { pois: openPois(buildPois(content)), numbers: [0] }
}
export const DETAIL: PoiDetail = {
  id: CAFE.id,
  name: CAFE.name,
  category: 'cafe',
  address: null,
  rating: null,
  userRatingCount: null,
  priceLevel: null,
  phone: null,
  internationalPhone: null,
  website: null,
  openingHours: null,
}
/** What tokens of the town's POIs are signed with. */
export const SECRET: PoiSecret = { keyId: 'town', bytes: new Uint8Array(32).fill(1) }
const tokens = new PoiTokenChecker([SECRET])
export const GEOCODED: GeocodeAnswer = {
  place: CAFE,
  confidence: 0.75,
  matchLevel: 'poi',
  partialMatch: true,
  matchedName: null,
  unmatched: [],
}
export const NEAREST: ReverseHit = {
  place: CAFE,
  lat: CAFE.lat,
  lon: CAFE.lon,
  confidence: 0.9,
  distanceM: 12.345678,
}

export const NOON = Date.parse('2026-11-20T05:00:30Z') // 12:00:30 in Vietnam

/** Keys of the town: `keyText(1)` may do all, `keyText(2)` only route. */
const KEYS: readonly KeyRecord[] = [
  keyRecord(1),
  keyRecord(2, { scopes: ['routing:read'] }),
  keyRecord(3, { perMinute: 2, perDay: 100 }),
  keyRecord(4, { perMinute: 100, perDay: 2 }),
  keyRecord(5, { expiresAtMs: NOON + 1000 }),
  keyRecord(6, { perMinute: 0 }),
  keyRecord(7, { perDay: 0 }),
]

/** All towns have one documentation; compiling its schemas takes longer than any test. */
let checker: Checker | null = null

type Parts = Partial<Omit<HttpDeps, 'settings'>> & { readonly settings?: Partial<HttpSettings> }

/** A server over a town of one café, whose clock stands at noon until it is moved. */
export class Town {
  nowMs = NOON
  readonly usage = new UsageCounter()
  readonly logged: unknown[] = []
  readonly #app: ReturnType<typeof createHttp>

  constructor(parts: Parts = {}) {
    const keys = new KeyTable(KEYS)
    let requests = 0
    this.#app = createHttp({
      suggest: () => [CAFE],
      geocode: () => GEOCODED,
      resolve: (id) => (id === CAFE.id ? CAFE : null),
      ...openConverter(() => null),
      reverse: () => [NEAREST],
      boundariesAt: () => ({ province: CAFE.province, ward: CAFE.ward }),
      adminBoundaries: landText,
      directions: (query) => estimate(query, ESTIMATE_DEFAULTS),
      addressAt: () => CAFE.address,
      pois: () => listed(),
      poiDetail: (id) => (id === CAFE.id ? DETAIL : null),
      checkPoiToken: (token, id, nowMs) => tokens.check(token, id, nowMs),
      poiTile: () => ({ body: null, maxAgeS: 600 }),
      map: townMap,
      usageOf: async () => ({
        days: [],
        byEndpoint: [],
        usedToday: 0,
        usedOfLimit: 0,
        limitPerDay: 100,
      }),
      databaseState: async () => 'up',
      datasetId: () => '20261120-abcdef' as DatasetId,
      datasetMadeAtMs: () => NOON - 3_600_000,
      now: () => this.nowMs,
      elapsedMs: () => this.nowMs,
      newRequestId: () => `00000000-0000-4000-8000-${String(++requests).padStart(12, '0')}`,
      keys: () => keys,
      limiter: new Limiter(),
      sessions: new Sessions(),
      demoLimiter: new IpLimiter(DEMO_PER_MINUTE),
      mapLimiter: new IpLimiter(MAP_TILES_PER_MINUTE),
      metrics: new Metrics(),
      accessLog: null,
      usage: this.usage,
      peerAddress: () => '203.0.113.7',
      isStopping: () => false,
      logError: (error) => this.logged.push(error),
      ...parts,
      settings: {
        corsOrigins: ['*'],
        trustedProxies: [],
        searchCacheBytes: 1_000_000,
        isOpsApart: false,
        hasPage: true,
        hasDocs: true,
        isMapKeyRequired: false,
        publicUrl: null,
        accessLog: null,
        databaseKind: 'embedded',
        version: '1.2.3',
        ...parts.settings,
      },
    })
  }

  get app() {
    return this.#app
  }

  /** What the server answers to a path, with `keyText(1)` unless headers say otherwise. */
  async ask(path: string, init: RequestInit = {}): Promise<Answered> {
    const headers = new Headers({ 'x-api-key': keyText(1) })
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value)
    })
    if (headers.get('x-api-key') === '') headers.delete('x-api-key')
    return this.askAs(new Request(`http://localhost${path}`, { ...init, headers }))
  }

  /** The same for a request as it is; its answer is checked against the documentation. */
  async askAs(request: Request): Promise<Answered> {
    checker ??= new Checker(await this.document())
    return checker.check(request, await this.#app.fetch(request))
  }

  /** The documentation as it is served. */
  async document(): Promise<object> {
    const response = await this.#app.fetch(new Request('http://localhost/docs/json'))
    assert(response.status === 200, 'the documentation is there')
    return (await response.json()) as object
  }
}

const TOWN_POINT: Meaning = {
  layer: 'pois',
  zoomMin: 0,
  detailZoom: 0,
  rank: 0,
  base: { kind: 'cafe', name: CAFE.name },
  detail: {},
}
/** A map of two zooms and one café. */
const town = buildMap(
  { zoomMax: 1, bounds: [102, 8, 110, 23], center: [106, 16, 5], attribution: 'drawn by hand' },
  () => ({
    lines: [],
    areas: [],
    points: [{ meaning: TOWN_POINT, ...mapPoint(toE7(CAFE.lon), toE7(CAFE.lat)) }],
  }),
)
const servedTown = new ServedMap(
  new MapArchive(Buffer.concat([town.head, ...town.tiles])),
  '20261120-abcdef',
)
function townMap(): ServedMap {
  return servedTown
}
