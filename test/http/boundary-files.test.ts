import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../src/base/assert.ts'
import { keyText } from '../access/keys.ts'
import { LAND, writeLand } from './land.ts'
import { serveLand } from './served-land.ts'
import type { Town } from './town.ts'

const PATH = '/v1/admin-boundaries'
const GZIP = { headers: { 'accept-encoding': 'gzip' } }
/** Borders of the drawing wind by less. */
const STRAIGHT = 'tolerance=0.01'

/** Every one somewhere else, so that compression leaves more than one page, at both levels. */
const MANY = [0, 2].flatMap((kind) =>
  Array.from({ length: 400 }, (_, i) => ({
    unit: { ...LAND[kind]!.unit, code: `c${kind}${i}`, id: `vnc${kind}${i}` as never },
    polygons: LAND[kind]!.polygons.map(([outer]) => [outer.map((v) => v + i * 7919)] as const),
  })),
)

/** The body of a compressed answer, of which the first page was read. */
async function beginReading(town: Town, query = '') {
  const headers = { 'x-api-key': keyText(1), 'accept-encoding': 'gzip' }
  const request = new Request(`http://localhost${PATH}${query}`, { headers })
  const { body } = await town.app.fetch(request)
  assert(body !== null, 'the answer has a body')
  const reader = body.getReader()
  await reader.read()
  return reader
}

describe('files', () => {
  test.each(['missing', 'damaged'])(
    'that are %s: 500, and the log says what to do',
    async (how) => {
      const local = writeLand()
      const file = join(local.directory, 'boundaries-8.fgb')
      if (how === 'damaged') writeFileSync(file, 'not a FlatGeobuf file')
      else rmSync(file)
      const whole = how === 'missing' ? local.files.filter((each) => !/-8/.test(each)) : local.files
      const { town, lines } = serveLand({ ...local, files: whole })
      for (const query of ['', '?levels=8', '?levels=8&tolerance=0.00001', '?code=00001']) {
        const { status, body } = await town.ask(PATH + query, GZIP)
        expect([status, body['code']]).toEqual([500, 'INTERNAL_ERROR'])
        expect(body['error']).toContain('boundaries-8.fgb')
      }
      expect((await town.ask(`${PATH}?levels=4`)).status).toBe(200)
      expect(lines.join('\n')).toContain("Run 'saola datasets verify'; then import again")
    },
  )

  test('that cannot be written: 503, and the log says why, not that they are damaged', async () => {
    const { town, local, lines, derived } = serveLand()
    writeFileSync(derived, 'where a directory should be')
    const { status, body } = await town.ask(`${PATH}?levels=8&${STRAIGHT}`)
    expect([status, body['code']]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(lines.join('\n')).toMatch(/boundaries-8@0\.01\.fgb could not be made: E[A-Z]+: /)
    expect(lines.join('\n')).not.toContain('import again')
    expect((await town.ask(`${PATH}?levels=8`)).status).toBe(200)
    rmSync(derived)
    expect((await serveLand(local).town.ask(`${PATH}?levels=8&${STRAIGHT}`)).status).toBe(200)
  })

  test('of an answer that nobody waited for do not stay', async () => {
    const { derived, town } = serveLand(writeLand(MANY))
    const reader = await beginReading(town)
    expect(readdirSync(derived)).toHaveLength(1)
    await reader.cancel()
    expect(readdirSync(derived)).toEqual([])
  })

  test('of one answer are written once, however many ask for it at once', async () => {
    const { derived, town } = serveLand(writeLand(MANY))
    const readers = await Promise.all([1, 2, 3].map(() => beginReading(town)))
    expect(readdirSync(derived)).toHaveLength(1)
    for (const reader of readers) while (!(await reader.read()).done);
    expect(readdirSync(derived)).toEqual(['boundaries-4-8@0.geojson.gz'])
  })

  test('of answers that are read slowly are no more than a few', async () => {
    const { derived, town } = serveLand(writeLand(MANY))
    const queries = ['geojson', 'wkt'].flatMap((format) =>
      ['4', '8', '4,8'].map((levels) => `?format=${format}&levels=${levels}`),
    )
    const readers = await Promise.all(queries.map((query) => beginReading(town, query)))
    expect(readdirSync(derived)).toHaveLength(4)
    for (const reader of readers) await reader.cancel()
    const next = await beginReading(town)
    expect(readdirSync(derived)).toHaveLength(1)
    await next.cancel()
  })

  test('that cannot be kept cost no answer', async () => {
    const { local, town, derived, lines } = serveLand()
    writeFileSync(derived, 'a file where the directory should be')
    const { status, text } = await town.ask(PATH, GZIP)
    expect([status, text.length > 1000]).toEqual([200, true])
    expect(lines.join('\n')).toContain('is not kept for later requests')
    expect(existsSync(local.directory)).toBe(true)
  })
})
