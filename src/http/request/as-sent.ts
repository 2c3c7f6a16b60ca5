import type { Endpoint } from './endpoint.ts'
import { AFTER_SCHEME } from './paths.ts'
import { pathInElysia, type Route } from './route.ts'
import { formOf, pathOf } from './unmatched.ts'

/*
 * Bun resolves dot segments before it hands out a request: `/x/../metrics` has the URL of
 * `/metrics`, which bypasses a proxy's rule on that path. Its router, though, sees paths as they
 * were sent. So each path of ours is one of its routes. A request that reaches none of them, but
 * has the URL of one, was sent with dot segments.
 */

export type Handler = (request: Request) => Response | Promise<Response>

/** The handlers of a listener: by path, and one for all other paths. */
export interface Listening {
  readonly routes: Readonly<Record<string, Handler>>
  readonly fetch: Handler
}

/** Escaped dot segments, too, with slashes of both kinds: no path of ours has such a part. */
const DOT_SEGMENT = /(?:^|\/|%2f|%5c|\\)(?:\.|%2e){1,2}(?:\/|%2f|%5c|\\|$)/i

export interface Answering {
  readonly routes: readonly Route[]
  /** Handlers of GET, by path. */
  readonly endpoints: ReadonlyMap<string, Endpoint>
  /** Answers every request. */
  readonly fetch: Handler
  /** Answers requests with dot segments. */
  readonly refuse: Handler
}

export function asSent({ routes, endpoints, fetch, refuse }: Answering): Listening {
  const paths = new Set(routes.map(({ path }) => path))
  const forms = [...paths].map(formOf)
  const handlers: Record<string, Handler> = {}
  for (const path of paths) {
    const handler = path.includes('{')
      ? checked(path, fetch, refuse)
      : direct(endpoints.get(path) ?? fetch, fetch)
    handlers[pathInElysia(path)] = handler
    if (path !== '/') handlers[`${pathInElysia(path)}/`] = handler
  }
  return {
    routes: handlers,
    fetch(request) {
      const path = pathOf(request.url)
      const wasResolved = forms.some((form) => form.test(path))
      return wasResolved || DOT_SEGMENT.test(path) ? refuse(request) : fetch(request)
    },
  }
}

/** A path without variable parts was sent as it is. */
function direct(get: Handler, fetch: Handler): Handler {
  return (request) => (request.method === 'GET' ? get(request) : fetch(request))
}

/** The variable parts may have been dots, and the URL that of another path. */
function checked(path: string, fetch: Handler, refuse: Handler): Handler {
  const prefix = path.slice(0, path.indexOf('{'))
  return (request) => {
    const { url } = request
    const isResolved = !url.startsWith(prefix, url.indexOf('/', AFTER_SCHEME))
    const isRefused = isResolved || (url.includes('%') && DOT_SEGMENT.test(pathOf(url)))
    return isRefused ? refuse(request) : fetch(request)
  }
}
