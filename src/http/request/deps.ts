import type { IpLimiter } from '../../access/ip-limiter.ts'
import type { UserId } from '../../access/key.ts'
import type { KeyTable } from '../../access/key-table.ts'
import type { Limiter } from '../../access/limiter.ts'
import type { PoiTokenVerdict } from '../../access/poi-token.ts'
import type { Sessions } from '../../access/session.ts'
import type { UsageCounter } from '../../access/usage-counter.ts'
import type { DatabaseState } from '../../base/errors.ts'
import type { DatasetId, PlaceId } from '../../base/ids.ts'
import type { Lang } from '../../base/lang.ts'
import type { ServedMap } from '../../basemap/served-map.ts'
import type { BoundaryQuery } from '../../boundaries/query.ts'
import type { Conversion, ConvertQuery } from '../../convert/conversion.ts'
import type { BothUnits, PlaceUnits } from '../../convert/units-of-place.ts'
import type { Point } from '../../geo/point.ts'
import type { PoiDetail } from '../../pois/detail.ts'
import type { PoiList, PoiQuery } from '../../pois/list.ts'
import type { Directions, DirectionsQuery } from '../../routing/model/directions.ts'
import type {
  GeocodeMatch,
  GeocodeQuery,
  ReverseHit,
  ReverseQuery,
  Shown,
  SuggestQuery,
} from '../../search/model/query.ts'
import type { TileBody } from '../../tiles/cache.ts'
import type { TileId } from '../../tiles/grid.ts'
import type { TileEncoding } from '../../tiles/tiles.ts'
import type { AdminLevel } from '../params/admin-levels.ts'
import type { AccessLog, AccessLogSettings } from '../telemetry/access-log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/**
 * All that the HTTP layer needs from the rest of Saola. Each route gets only the functions of it
 * that it uses. They throw a `ServiceError`: `SERVICE_UNAVAILABLE` with the command to run while no
 * dataset is open, `DATABASE_UNAVAILABLE` while the database is away.
 */
export interface HttpDeps extends EndpointDeps {
  suggest(query: SuggestQuery): readonly Shown[]
  /** null when nothing matches. */
  geocode(query: GeocodeQuery): GeocodeMatch | null
  /** null when no place has that id. */
  resolve(id: PlaceId, lang: Lang): Shown | null
  /** null when the address names no unit, or leaves open which of many. */
  convert(query: ConvertQuery): Conversion | null
  /** Units of an answer in both systems; null when they are not units of Vietnam. */
  unitsOf(place: PlaceUnits & { readonly id: PlaceId }): BothUnits | null
  /** Nearest first. */
  reverse(query: ReverseQuery): readonly ReverseHit[]
  /** `INTERNAL_ERROR` when the boundary store is missing or damaged (interface, Errors). */
  boundariesAt(point: Point, levels: readonly AdminLevel[]): BoundaryNames
  /** Throws as `boundariesAt`. */
  adminBoundaries(query: BoundaryQuery): BoundaryText
  /** `ROUTING_UNAVAILABLE` while no graph is open or routing is switched off. */
  directions(query: DirectionsQuery): Directions
  /** The nearest known address; empty when there is none, or no places are open. */
  addressAt(point: Point, lang: Lang): string
  /** Nearest first. */
  pois(query: PoiQuery): PoiList
  /** null when no POI has that id. */
  poiDetail(id: PlaceId, nowMs: number): PoiDetail | null
  checkPoiToken(token: string, id: PlaceId, nowMs: number): PoiTokenVerdict
  /** The tile with the current tokens. */
  poiTile(tile: TileId, encoding: TileEncoding, nowMs: number): PoiTile
  /** The base map; `SERVICE_UNAVAILABLE` when the dataset has none. */
  map(): ServedMap
  usageOf(userId: UserId, period: UsagePeriod): Promise<UserUsage>
  databaseState(): Promise<DatabaseState>
  /** null while no dataset is open. */
  datasetId(): DatasetId | null
  /** Time of import of the open dataset, milliseconds since 1970; null while none is open. */
  datasetMadeAtMs(): number | null
}

/** Steps of every request, whichever route it takes. */
export interface EndpointDeps {
  /** Wall clock, milliseconds since 1970. */
  now(): number
  /** Milliseconds of a clock that never steps, for latencies. */
  elapsedMs(): number
  /** A fresh UUID. */
  newRequestId(): string
  /** The current snapshot. */
  keys(): KeyTable
  readonly limiter: Limiter
  readonly sessions: Sessions
  readonly usage: UsageCounter
  readonly demoLimiter: IpLimiter
  /** Limits of the map page's own requests: by client address, and by key. */
  readonly mapLimiter: IpLimiter
  readonly metrics: Metrics
  /** Null for none. */
  readonly accessLog: AccessLog | null
  /** The address of the connection; null when there is no connection. */
  peerAddress(request: Request): string | null
  /** Whether the server is about to stop: connections are then closed with their next answer. */
  isStopping(): boolean
  /** Writes an unexpected error to the log: the client gets only its request id. Never throws. */
  logError(error: unknown, requestId: string): void
  readonly settings: HttpSettings
}

export interface HttpSettings {
  /** Origins that browsers may call from; `['*']` for all. */
  readonly corsOrigins: readonly string[]
  /** Addresses whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** Memory for answers to equal searches; 0 keeps none. */
  readonly searchCacheBytes: number
  /** Whether operators' endpoints have a separate address. */
  readonly isOpsApart: boolean
  readonly hasPage: boolean
  readonly hasDocs: boolean
  /** Whether tiles and style of the map need an API key. */
  readonly isMapKeyRequired: boolean
  /** Public address of this server, without a slash at its end; null: as the request says. */
  readonly publicUrl: string | null
  /** Null for no access lines. */
  readonly accessLog: AccessLogSettings | null
  readonly databaseKind: 'embedded' | 'postgres'
  /** Version of this program. */
  readonly version: string
}

/** Names of the units around a point; null where there is none or its level was not asked for. */
export interface BoundaryNames {
  readonly province: string | null
  readonly ward: string | null
}

/**
 * Polygons as JSON text, made only on demand. Both ways may take seconds for a tolerance that was
 * not asked for before, and reject with `SERVICE_UNAVAILABLE` under too many such requests.
 */
export interface BoundaryText {
  /** Equal for equal texts, differs when any part of it does; letters, digits and hyphens. */
  readonly tag: string
  plain(): Promise<ReadableStream>
  /** With gzip. */
  compressed(): Promise<ReadableStream | Blob>
}

/** A tile with the headers that it is sent with. */
export interface PoiTile {
  /** null when the tile is empty. */
  readonly body: TileBody | null
  /** Time that a client may keep it, whole seconds, 0 or more: its tokens live longer. */
  readonly maxAgeS: number
}

/** Vietnamese days since 1970-01-01, both inclusive (`access/window.ts`). */
export interface UsagePeriod {
  readonly fromDay: number
  readonly toDay: number
}

/** Counts of all keys of a user, those not yet written to the database included. */
export interface UserUsage {
  /** Days with requests, ascending. */
  readonly days: readonly DayUsage[]
  readonly byEndpoint: readonly EndpointUsage[]
  /** Requests of today by all keys of the user, revoked ones included. */
  readonly usedToday: number
  /** Requests a day that the user's valid keys are allowed, and requests of today by these. */
  readonly limitPerDay: number
  readonly usedOfLimit: number
}

export interface DayUsage {
  readonly day: number
  readonly requests: number
  readonly billable: number
}

export interface EndpointUsage {
  /** The path as the contract writes it: `/v1/place/resolve`. */
  readonly endpoint: string
  readonly requests: number
  readonly billable: number
}
