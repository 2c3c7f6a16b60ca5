import { TOKEN_FORM } from '../params/params.ts'

/** The client's own `X-Request-ID` when it is well formed (design, Request id), else a new one. */
export function requestIdOf(request: Request, newRequestId: () => string): string {
  const given = request.headers.get('x-request-id')
  return given !== null && TOKEN_FORM.test(given) ? given : newRequestId()
}
