import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { ServiceError } from '../../src/base/errors.ts'
import { shownAddress } from '../../src/base/shown-text.ts'
import { machineName } from '../../src/db/embedded/machine.ts'
import { takeProcessLock } from '../../src/db/embedded/process-lock.ts'
import { download } from '../../src/import/fetch/download.ts'
import { importSource, VIETNAM_EXTRACT_URL } from '../../src/import/fetch/source.ts'
import { scratchDirectory } from '../scratch.ts'

const BODY = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251))
const open: Server[] = []
afterAll(() => {
  for (const server of open) server.close()
})

interface Asked {
  /** 0, 1, 2 … */
  readonly number: number
  readonly range: number | null
  readonly ifRange: string | null
  readonly ifNoneMatch: string | null
}

/** A server on loopback that answers as a test says, and what it was asked. */
async function serve(
  answer: (asked: Asked, response: ServerResponse) => void,
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const header = (name: string) => {
      const value = request.headers[name]
      return typeof value === 'string' ? value : null
    }
    const range = /^bytes=(\d+)-$/.exec(header('range') ?? '')?.[1]
    const one = {
      number: asked.length,
      range: range === undefined ? null : Number(range),
      ifRange: header('if-range'),
      ifNoneMatch: header('if-none-match'),
    }
    asked.push(one)
    answer(one, response)
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/extract.osm.pbf`, asked }
}

function whole(response: ServerResponse, etag: string, body: Buffer = BODY): void {
  response.writeHead(200, { 'content-length': body.length, etag })
  response.end(body)
}

function rest(response: ServerResponse, from: number, etag: string): void {
  response.writeHead(206, {
    'content-length': BODY.length - from,
    'content-range': `bytes ${from}-${BODY.length - 1}/${BODY.length}`,
    etag,
  })
  response.end(BODY.subarray(from))
}

/** Promises all of it, sends half and hangs up. */
function breakOff(response: ServerResponse, from: number, etag: string): void {
  const status = from === 0 ? 200 : 206
  response.writeHead(status, {
    'content-length': BODY.length - from,
    ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${BODY.length - 1}/${BODY.length}` }),
    etag,
  })
  response.write(BODY.subarray(from, from + 60_000), () => {
    setTimeout(() => response.destroy(), 20)
  })
}

function scratch(): string {
  const directory = scratchDirectory()
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const quiet = {
  signal: new AbortController().signal,
  onProgress: () => {},
  log: () => {},
  retryPauseMs: 1,
}

async function refusal(promise: Promise<unknown>): Promise<ServiceError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('the download should have failed')
}

describe('a download', () => {
  test('comes whole, and is asked for again only if it has changed', async () => {
    const { url, asked } = await serve(({ ifNoneMatch }, response) => {
      if (ifNoneMatch === '"v1"') response.writeHead(304).end()
      else whole(response, '"v1"')
    })
    const directory = scratch()
    const path = await download(url, directory, quiet)
    expect(readFileSync(path).equals(BODY)).toBe(true)
    expect(existsSync(`${path}.part`)).toBe(false)
    expect(existsSync(`${path}.lock`)).toBe(false)
    expect(await download(url, directory, quiet)).toBe(path)
    expect(asked.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([null, '"v1"'])
  })

  test('that breaks off twice goes on where it was', async () => {
    const { url, asked } = await serve(({ range, number }, response) => {
      if (number < 2) breakOff(response, range ?? 0, '"v1"')
      else rest(response, range ?? 0, '"v1"')
    })
    const lines: string[] = []
    const options = { ...quiet, log: (line: string) => void lines.push(line) }
    const path = await download(url, scratch(), options)
    expect(readFileSync(path).equals(BODY)).toBe(true)
    expect(asked.map(({ range }) => range)).toEqual([null, 60_000, 120_000])
    expect(asked.slice(1).every(({ ifRange }) => ifRange === '"v1"')).toBe(true)
    expect(lines).toHaveLength(2)
  })

  test('from a server that ignores Range begins anew', async () => {
    const { url } = await serve(({ number }, response) => {
      if (number === 0) breakOff(response, 0, '"v1"')
      else whole(response, '"v1"')
    })
    const path = await download(url, scratch(), quiet)
    expect(readFileSync(path).equals(BODY)).toBe(true)
  })

  test('of a file that changed meanwhile begins anew', async () => {
    const changed = Buffer.from('another file altogether')
    const { url } = await serve(({ number, ifRange }, response) => {
      if (number === 0) breakOff(response, 0, '"v1"')
      else if (ifRange === '"v2"') rest(response, 0, '"v2"')
      else whole(response, '"v2"', changed)
    })
    const path = await download(url, scratch(), quiet)
    expect(readFileSync(path).equals(changed)).toBe(true)
  })

  test('is resumed by a later run', async () => {
    const { url, asked } = await serve(({ range, number }, response) => {
      if (number === 0) breakOff(response, 0, '"v1"')
      else if (number < 6) response.writeHead(503).end()
      else rest(response, range ?? 0, '"v1"')
    })
    const directory = scratch()
    const failure = await refusal(download(url, directory, quiet))
    expect(failure).toMatchObject({ code: 'DOWNLOAD_FAILED' })
    expect(failure.message).toContain('60,000 bytes kept')
    const path = await download(url, directory, quiet)
    expect(readFileSync(path).equals(BODY)).toBe(true)
    expect(asked.at(-1)?.range).toBe(60_000)
  })

  test.each([404, 403, 410])('that is answered %d fails at once', async (status) => {
    const { url, asked } = await serve((_, response) => response.writeHead(status).end('gone'))
    const directory = scratch()
    const failure = await refusal(download(url, directory, quiet))
    expect(failure).toMatchObject({ code: 'DOWNLOAD_FAILED' })
    expect(failure.message).toContain(String(status))
    expect(asked).toHaveLength(1)
    expect(existsSync(join(directory, 'extract.osm.pbf.part'))).toBe(false)
  })

  test.each(['127.0.0.1:9', 'nosuchhost.invalid'])(
    'from nobody at %s says so, after trying again',
    async (host) => {
      const lines: string[] = []
      const options = { ...quiet, log: (line: string) => void lines.push(line) }
      const failure = await refusal(download(`http://${host}/x.pbf`, scratch(), options))
      expect(failure).toMatchObject({ code: 'DOWNLOAD_FAILED' })
      expect(failure.message).toContain('the same command goes on')
      expect(failure.message).not.toContain('Is the computer')
      expect(lines).toHaveLength(4)
    },
  )

  test('into what is no directory says what to do', async () => {
    const file = join(scratch(), 'a file')
    writeFileSync(file, '')
    const failure = await refusal(download('http://127.0.0.1:9/x', join(file, 'downloads'), quiet))
    expect(failure.code).toBe('DOWNLOAD_FAILED')
    expect(failure.message).toContain('choose another --data')
  })

  test('that is led in a circle fails at once', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(302, { location: '/extract.osm.pbf' }).end()
    })
    const lines: string[] = []
    const options = { ...quiet, log: (line: string) => void lines.push(line) }
    const failure = await refusal(download(url, scratch(), options))
    expect(failure.message).toContain('without end')
    expect(lines).toEqual([])
  })

  test('from one who hangs up says so without advice to programmers', async () => {
    const { url } = await serve((_, response) => response.destroy())
    const failure = await refusal(download(url, scratch(), quiet))
    expect(failure.message).toContain('connection was closed')
    expect(failure.message).not.toContain('verbose')
  })

  test('tells nobody the password and the query of its address', async () => {
    const { url } = await serve(({ number }, response) => {
      if (number === 0) whole(response, '"v1"')
      else response.writeHead(number === 1 ? 404 : 503).end()
    })
    const secret = `${url.replace('//', '//user:s3cret@')}?token=s3cret`
    const directory = scratch()
    const note = `${await download(secret, directory, quiet)}.json`
    expect(readFileSync(note, 'utf8')).not.toContain('s3cret')
    expect(statSync(note).mode & 0o777).toBe(0o600)
    for (const failure of [
      await refusal(download(secret, directory, quiet)),
      await refusal(download(secret, directory, quiet)),
    ]) {
      expect(failure.message).toContain('/extract.osm.pbf?***')
      expect(failure.message).not.toContain('s3cret')
    }
  })

  test('from a server that falls silent is given up', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': BODY.length })
      response.flushHeaders()
    })
    const failure = await refusal(download(url, scratch(), { ...quiet, silenceMs: 20 }))
    expect(failure.message).toContain('silent')
  })

  test('from a server that is slow but not silent goes on', async () => {
    const { url } = await serve(async (_, response) => {
      response.writeHead(200, { 'content-length': 15, etag: '"v1"' })
      for (let i = 0; i < 15; i++) {
        response.write('x')
        await Bun.sleep(100)
      }
      response.end()
    })
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    // In all it takes 1.5 s: what was heard in between counts.
    const path = await download(url, scratch(), { ...quiet, log, silenceMs: 1_000 })
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(15))
    expect(lines).toEqual([])
  })

  test.each([
    ['sent from another place than was asked for', 10_000, BODY.length, 'another place'],
    ['of another length by now', 60_000, BODY.length + 1, 'has changed'],
  ])('%s begins anew', async (_, from, bytes, reason) => {
    const { url, asked } = await serve(({ number }, response) => {
      if (number === 0) breakOff(response, 0, '"v1"')
      else if (number > 1) whole(response, '"v1"')
      else {
        const range = `bytes ${from}-${bytes - 1}/${bytes}`
        response.writeHead(206, { 'content-range': range, etag: '"v1"' })
        response.end(Buffer.alloc(bytes - from))
      }
    })
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    const path = await download(url, scratch(), { ...quiet, log })
    expect(readFileSync(path).equals(BODY)).toBe(true)
    expect(asked.map(({ range }) => range)).toEqual([null, 60_000, null])
    expect(lines[1]).toContain(reason)
  })

  test('that brings nothing is tried after a pause, then twice as long a one', async () => {
    const { url } = await serve(({ number, range }, response) => {
      if (number === 2) breakOff(response, range ?? 0, '"v1"')
      else response.writeHead(503).end()
    })
    const pauses: string[] = []
    const log = (line: string) => void pauses.push(line.replace(/^.* in /, ''))
    await refusal(download(url, scratch(), { ...quiet, log, retryPauseMs: 2 }))
    const [first, second] = ['0.002 s', '0.004 s']
    expect(pauses).toEqual([first, second, first, first, second, '0.008 s', '0.016 s'])
  })

  test('that is stopped can be resumed', async () => {
    const controller = new AbortController()
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': BODY.length, etag: '"v1"' })
      response.write(BODY.subarray(0, 60_000))
    })
    const directory = scratch()
    const failure = await refusal(
      download(url, directory, {
        ...quiet,
        signal: controller.signal,
        onProgress: () => controller.abort(),
      }),
    )
    expect(failure).toMatchObject({ code: 'INTERRUPTED' })
    expect(existsSync(join(directory, 'extract.osm.pbf.part'))).toBe(true)
    expect(existsSync(join(directory, 'extract.osm.pbf.lock'))).toBe(false)
  })

  // The pause is longer than the test may take.
  test('that is stopped between two attempts ends at once', async () => {
    const { url } = await serve((_, response) => response.writeHead(503).end())
    const controller = new AbortController()
    const stopped = download(url, scratch(), {
      ...quiet,
      signal: controller.signal,
      retryPauseMs: 20_000,
      log: () => void setTimeout(() => controller.abort(), 5),
    })
    expect(await refusal(stopped)).toMatchObject({ code: 'INTERRUPTED' })
  }, 15_000)

  test('that another process is just beginning is left to it, unless it never began', async () => {
    const { url } = await serve((_, response) => whole(response, '"v1"'))
    const directory = scratch()
    const lock = join(directory, 'extract.osm.pbf.lock')
    writeFileSync(lock, '')
    expect(await refusal(download(url, directory, quiet))).toMatchObject({ code: 'CONFLICT' })
    expect(existsSync(lock)).toBe(true)
    const longAgo = new Date(Date.now() - 10_000)
    utimesSync(lock, longAgo, longAgo)
    expect(readFileSync(await download(url, directory, quiet)).equals(BODY)).toBe(true)
  })

  test('is one process’s at a time; the lock of a dead one counts for nothing', async () => {
    const { url } = await serve((_, response) => whole(response, '"v1"'))
    const directory = scratch()
    const lock = join(directory, 'extract.osm.pbf.lock')
    const other = takeProcessLock(lock, '', () => {})
    const failure = await refusal(download(url, directory, quiet))
    expect(failure).toMatchObject({ code: 'CONFLICT' })
    expect(failure.message).toContain(`Process ${process.pid} on ${machineName()}`)
    const content = readFileSync(lock, 'utf8')
    other?.release()
    // What a container left that was killed: the next one's import has the same number again.
    writeFileSync(lock, content.replace(/"started":"[^"]*"/, '"started":"1"'))
    expect(readFileSync(await download(url, directory, quiet)).equals(BODY)).toBe(true)
  })
})

describe('what is imported', () => {
  test.each([
    ['vietnam', VIETNAM_EXTRACT_URL, 'extract'],
    ['https://example.com/a/b.osm.pbf?x=1', 'https://example.com/a/b.osm.pbf?x=1', 'extract'],
    ['https://example.com/places.csv', 'https://example.com/places.csv', 'csv'],
    ['./vietnam', './vietnam', 'extract'],
    ['places.GEOJSON', 'places.GEOJSON', 'geojson'],
    ['wards.fgb', 'wards.fgb', 'fgb'],
  ])('%s', (text, where, content) => {
    const { from, ...rest } = importSource(text)
    expect(from.kind === 'url' ? from.url : from.path).toBe(where)
    expect<unknown>(rest).toEqual({ content })
  })

  test.each(['ftp://example.com/x.pbf', 'https://'])('%s cannot be', (text) => {
    expect(() => importSource(text)).toThrow()
  })

  test.each([
    ['https://user:s3cret@h.example/a.csv?token=s3cret#x', 'https://***@h.example/a.csv?***'],
    ['https://user:s3@cret@h.example/a.csv', 'https://***@h.example/a.csv'],
    ['https://h.example/@a.csv', 'https://h.example/@a.csv'],
    ['what? @home/places.csv', 'what? @home/places.csv'],
  ])('%s is told without what may be secret in it', (text, told) => {
    expect(shownAddress(text)).toBe(told)
  })

  test('an address with a stray % is told from a wrong name', () => {
    expect(importSource('https://h/H%C3%A0.osm.pbf').content).toBe('extract')
    expect(() => importSource('https://h/%zz.osm.pbf')).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining('%25') }),
    )
  })
})
