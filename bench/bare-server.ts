/*
 * The yardstick: a bare Bun.serve that answers every recorded path with its recorded body.
 *
 *   bun bench/bare-server.ts RECORDED.json      prints its URL
 */

import { readFileSync } from 'node:fs'

const recorded: Record<string, string> = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const bodies = new Map(Object.entries(recorded))
const HEADERS = { 'content-type': 'application/json' }

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const { url } = request
    const body = bodies.get(url.slice(url.indexOf('/', 8)))
    return new Response(body ?? null, { status: body === undefined ? 404 : 200, headers: HEADERS })
  },
})
console.log(server.url.origin)
process.on('SIGTERM', () => server.stop(true))
