import { Elysia } from 'elysia'
import { ServiceError } from '../base/errors.ts'
import { openApiOf } from './docs/openapi.ts'
import { AnswerCache } from './request/answer-cache.ts'
import { asSent, type Handler, type Listening } from './request/as-sent.ts'
import { proxiesOf } from './request/client-ip.ts'
import { Cors } from './request/cors.ts'
import type { HttpDeps } from './request/deps.ts'
import { type Endpoint, type EndpointContext, endpoint } from './request/endpoint.ts'
import { Paths } from './request/paths.ts'
import { pathInElysia, type Route } from './request/route.ts'
import { Turns } from './request/turns.ts'
import { unmatched } from './request/unmatched.ts'
import { adminBoundariesRoute } from './routes/admin-boundaries.ts'
import { batchGeocodeRoute } from './routes/batch-geocode.ts'
import { categoriesRoute } from './routes/categories.ts'
import { batchConvertRoute, convertRoute } from './routes/convert.ts'
import { directionsRoute } from './routes/directions.ts'
import { docsRoutes } from './routes/docs.ts'
import { geocodeRoute } from './routes/geocode.ts'
import { healthDetailsRoute, healthRoute, readyRoute } from './routes/health.ts'
import { mapRoutes } from './routes/map.ts'
import { mapAssetRoutes } from './routes/map-assets.ts'
import { baseMapRoutes } from './routes/map-tiles.ts'
import { metricsRoute } from './routes/metrics.ts'
import { resolveRoute } from './routes/place.ts'
import { poiDetailRoute } from './routes/poi-detail.ts'
import { poisRoute } from './routes/pois.ts'
import { reverseRoute } from './routes/reverse.ts'
import { reverseGeocodeRoute } from './routes/reverse-geocode.ts'
import { demoSuggestRoute, suggestRoute } from './routes/suggest.ts'
import { mapTilesRoute, tilesRoute } from './routes/tiles.ts'
import { usageRoute } from './routes/usage.ts'

/** The whole interface. Throws `INVALID_CONFIG` for trusted proxies that are no addresses. */
export function createHttp(deps: HttpDeps): Http {
  const { isOpsApart, hasPage, hasDocs, version } = deps.settings
  const turns = new Turns(deps.elapsedMs)
  const routes: readonly Route[] = [
    ...routesOf(deps, turns),
    healthRoute(deps.databaseState),
    ...(isOpsApart ? [] : opsRoutes(deps)),
    ...(hasPage ? [...mapRoutes(), mapTilesRoute(deps.poiTile)] : []),
    ...baseMapRoutes(deps.map, deps.settings),
    ...mapAssetRoutes(),
    ...(hasDocs ? docsRoutes(() => openApiOf(routes, version)) : []),
  ]
  return httpOf(routes, deps, turns)
}

/** Endpoints for operators, on a separate address. */
export function createOps(deps: HttpDeps): Http {
  return httpOf([healthDetailsRoute(deps), ...opsRoutes(deps)], deps, new Turns(deps.elapsedMs))
}

function opsRoutes(deps: HttpDeps): Route[] {
  return [readyRoute(deps.datasetId, deps.isStopping), metricsRoute(deps)]
}

/** Routes as they are asked. */
export interface Http {
  /** Answers any request, by its URL. */
  readonly fetch: Handler
  /** For a listener, which sees paths as they were sent. */
  readonly listening: Listening
}

function httpOf(routes: readonly Route[], deps: HttpDeps, turns: Turns): Http {
  const context: EndpointContext = {
    deps,
    cors: new Cors(deps.settings.corsOrigins),
    proxies: proxiesOf(deps.settings.trustedProxies),
    turns,
  }
  const app = new Elysia({
    // Elysia's own router, not Bun's: it answers `handle` and `listen` alike.
    systemRouter: false,
    // Else it takes a path to start after the eleventh character, and `Host: a` finds nothing.
    handler: { standardHostname: false },
  })
  const paths = new Paths()
  const endpoints = new Map<string, Endpoint>()
  for (const route of routes) {
    const serve = endpoint(route, context)
    mount(app, route, serve)
    if (route.method !== 'GET') continue
    paths.add(route.path, serve)
    endpoints.set(route.path, serve)
  }
  app.wrap((elysia, request) => paths.find(request) ?? elysia)
  const unmatchedRequest = unmatched(routes, context)
  app.all('/*', ({ request }) => unmatchedRequest(request), { parse: 'none' })
  const fetch: Handler = (request) => app.fetch(request)
  const refuse: Handler = (request) => unmatchedRequest(request, dotSegments())
  return { fetch, listening: asSent({ routes, endpoints, fetch, refuse }) }
}

function dotSegments(): ServiceError {
  return new ServiceError(
    'BAD_REQUEST',
    "The path has parts that are '.' or '..'; send it without.",
  )
}

function routesOf(deps: HttpDeps, turns: Turns): Route[] {
  const cache = new AnswerCache(deps.settings.searchCacheBytes, deps.datasetId, (isHit) =>
    deps.metrics.look(isHit),
  )
  return [
    suggestRoute(deps, deps.sessions, cache),
    demoSuggestRoute(deps, cache),
    resolveRoute(deps.resolve, deps.unitsOf, deps.sessions),
    reverseRoute(deps.reverse, deps.unitsOf),
    reverseGeocodeRoute(deps.boundariesAt),
    adminBoundariesRoute(deps.adminBoundaries),
    geocodeRoute(deps.geocode, deps.unitsOf, cache),
    batchGeocodeRoute(deps.geocode, deps.unitsOf, turns),
    convertRoute(deps.convert),
    batchConvertRoute(deps.convert, turns),
    directionsRoute(deps.directions, deps.addressAt),
    poisRoute(deps.pois),
    tilesRoute(deps.poiTile),
    poiDetailRoute(deps.poiDetail, deps.resolve, deps.checkPoiToken),
    categoriesRoute(),
    usageRoute(deps.usageOf),
  ]
}

function mount(app: Elysia, { method, path, isStreamed }: Route, serve: Endpoint): void {
  // For HEAD Elysia itself would read the body of GET to its end for its length.
  for (const each of isStreamed ? ['HEAD', method] : [method]) {
    // Elysia reads the handler's source to see what it uses: a request, so it prepares no more.
    app.route(each, pathInElysia(path), ({ request, params }) => serve(request, params), {
      parse: 'none',
    })
  }
}
