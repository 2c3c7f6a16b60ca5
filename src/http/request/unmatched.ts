import { ServiceError } from '../../base/errors.ts'
import { JSON_TYPE } from './answer.ts'
import type { EndpointContext } from './endpoint.ts'
import { problemOf } from './errors.ts'
import { requestIdOf } from './request-id.ts'
import type { Route } from './route.ts'

/**
 * Answers requests without a route: preflights, wrong methods (405 with `Allow`), wrong paths
 * (404), and with `refused` any request.
 */
export function unmatched(
  routes: readonly Route[],
  context: EndpointContext,
): (request: Request, refused?: ServiceError) => Response {
  const { deps, cors } = context
  const meter = deps.metrics.addRoute('unmatched')
  const resources = resourcesOf(routes)
  const hint = routes.some(({ path }) => path === '/docs') ? '; /docs lists what there is' : ''
  return (request, refused) => {
    const startMs = deps.elapsedMs()
    const requestId = requestIdOf(request, deps.newRequestId)
    const path = pathOf(request.url)
    const methods = resources.find((resource) => resource.form.test(path))?.methods ?? null
    const headers = new Headers({ 'x-request-id': requestId })
    cors.setConstant(headers)
    cors.setVarying(headers, request)
    if (deps.isStopping()) headers.set('connection', 'close')
    let response: Response
    let bytes = 0
    if (request.method === 'OPTIONS' && methods !== null && !refused) {
      headers.set('allow', methods)
      cors.setPreflight(headers, methods)
      response = new Response(null, { status: 204, headers })
    } else {
      if (methods !== null && !refused) headers.set('allow', methods)
      headers.set('content-type', JSON_TYPE)
      const error = refused ?? refusal(request.method, path, methods, hint)
      const { status, body } = problemOf(error, requestId)
      const text = JSON.stringify(body)
      bytes = Buffer.byteLength(text)
      response = new Response(text, { status, headers })
    }
    const { status } = response
    const durationMs = deps.elapsedMs() - startMs
    deps.metrics.record(meter, status, durationMs)
    if (deps.accessLog?.isDue()) {
      const answered = { status, durationMs, bytes, keyId: null }
      deps.accessLog.add({ request, requestId, route: 'unmatched', ...answered })
    }
    return response
  }
}

function refusal(method: string, path: string, methods: string | null, hint: string): ServiceError {
  return methods === null
    ? new ServiceError('NOT_FOUND', `There is nothing at ${path}${hint}.`)
    : new ServiceError('METHOD_NOT_ALLOWED', `${path} does not take ${method}, only ${methods}.`)
}

interface Resource {
  readonly form: RegExp
  /** As the `Allow` header lists them. */
  readonly methods: string
}

function resourcesOf(routes: readonly Route[]): Resource[] {
  const methodsByPath = new Map<string, string[]>()
  for (const { path, method } of routes) {
    const methods = methodsByPath.get(path) ?? ['OPTIONS']
    methodsByPath.set(path, method === 'GET' ? ['GET', 'HEAD', ...methods] : [method, ...methods])
  }
  return [...methodsByPath].map(([path, methods]) => ({
    form: formOf(path),
    methods: methods.join(', '),
  }))
}

/** The pattern of a route's paths, with or without a slash at the end. */
export function formOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`)
}

export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const query = url.indexOf('?', start)
  return query === -1 ? url.slice(start) : url.slice(start, query)
}
