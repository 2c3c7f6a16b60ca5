/*
 * Vector tiles: over HTTP against a bare Bun.serve that returns the same bytes, with and without
 * the cache; and the writer alone against PostGIS ST_AsMVT on the same 2,000 points.
 *
 *   bun bench/tiles.ts [--seconds 1] [--connections 32] [--writer-only]
 *
 * Needs wrk, and for its second half PostgreSQL with PostGIS. Prints tables in Markdown.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { PoiTokenWriter, poiTokenBucket } from '../src/access/poi-token.ts'
import { seededRandom } from '../src/commands/bench.ts'
import { mapFile } from '../src/system/mapped-file.ts'
import { buildTiles, type TilePoi } from '../src/tiles/build.ts'
import { openTileIndex, type TileIndex } from '../src/tiles/layout.ts'
import { TileWriter, type TokenWriter } from '../src/tiles/write.ts'
import { keyText } from '../test/access/keys.ts'
import { hasPostgres, startPostgres } from '../test/postgres.ts'
import { BLOCK, BLOCK_POIS, blockPois, cityPois } from './tile-city.ts'

const SEED = 20_261_121
const ZOOMS = [6, 10, 14, 17]
/** So many tiles of a zoom are asked for in turn. */
const TILES_MAX = 64
const WARM_UP_SECONDS = 1
const WRITER_SECONDS = 2
const TURNS = 3
const ROUNDS = 40
const TILES_A_ROUND = 10
const TICK_US = 10_000 // of the clock in /proc, on every Linux that Bun runs on

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '1' },
    connections: { type: 'string', default: '32' },
    'writer-only': { type: 'boolean', default: false },
  },
})

const scratch = mkdtempSync(join(tmpdir(), 'saola-tiles-bench-'))
try {
  if (!values['writer-only']) await benchHttp()
  await benchWriter()
} finally {
  rmSync(scratch, { recursive: true })
}

async function benchHttp(): Promise<void> {
  const pois = cityPois(seededRandom(SEED))
  const file = join(scratch, 'tiles.idx')
  await Bun.write(file, buildTiles(pois))
  const index = openTileIndex(mapFile(file))
  console.log(`${pois.length} POIs, ${values.connections} connections.\n`)
  console.log('| Zoom | tiles | bytes | bare | cached | | of CPU | p99 | not cached | | of CPU |')
  console.log('|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const z of ZOOMS) console.log(await rowOf(z, file, index))
  console.log('\nRequests a second; percentages and p99 (times) against bare.')
  console.log('Of CPU: what the requests of one CPU second of the server would be, Linux only.\n')
}

async function rowOf(z: number, file: string, index: TileIndex): Promise<string> {
  const paths = tilePaths(z, index)
  const cached = await serve('cached', file)
  const folder = join(scratch, `bodies-${z}`)
  let bytes = 0
  for (const [i, path] of paths.entries()) {
    const headers = { 'X-API-Key': keyText(1), 'Accept-Encoding': 'identity' }
    const body = await (await fetch(cached.url + path, { headers })).bytes()
    bytes += body.length
    await Bun.write(join(folder, String(i)), body)
  }
  const uncached = await serve('uncached', file)
  const bare = await serve('bare', folder, ...paths)
  try {
    const [plain, kept, made] = await measureInTurns([bare, cached, uncached], paths)
    if (!plain || !kept || !made) throw new Error('three servers were measured')
    const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`
    const shares = ({ perSecond, cpuUs }: Measured) => [
      percent(perSecond, plain.perSecond),
      percent(plain.cpuUs, cpuUs),
    ]
    const cells = [
      ...[z, paths.length, Math.round(bytes / paths.length), plain.perSecond.toFixed(0)],
      ...[kept.perSecond.toFixed(0), ...shares(kept)],
      `${(kept.p99Ms / plain.p99Ms).toFixed(1)} ×`,
      ...[made.perSecond.toFixed(0), ...shares(made)],
    ]
    return `| ${cells.join(' | ')} |`
  } finally {
    for (const { stop } of [cached, uncached, bare]) await stop()
  }
}

/** Tiles that hold POIs, those of the densest part first. */
function tilePaths(z: number, { x, y }: TileIndex): string[] {
  const counts = new Map<string, number>()
  const side = 2 ** (32 - z)
  x.forEach((poiX, poi) => {
    const path = `/v1/pois/tiles/${z}/${Math.floor(poiX / side)}/${Math.floor(y[poi]! / side)}`
    counts.set(path, (counts.get(path) ?? 0) + 1)
  })
  const byCount = [...counts].sort(([, a], [, b]) => b - a)
  return byCount.slice(0, TILES_MAX).map(([path]) => path)
}

interface Started {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

async function serve(...argv: readonly string[]): Promise<Started> {
  const script = join(import.meta.dir, 'tile-server.ts')
  const child = Bun.spawn([process.execPath, script, ...argv], { stdout: 'pipe' })
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  const url = ((await reader.read()).value ?? '').trim()
  if (!url.startsWith('http')) throw new Error(`bench/tile-server.ts ${argv[0]} did not start`)
  return {
    url,
    pid: child.pid,
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

interface Measured {
  readonly perSecond: number
  readonly p99Ms: number
  /** Of the server, a request; NaN where it cannot be told. */
  readonly cpuUs: number
}

/** The best of each server's runs, which take turns: what else the machine does hits all alike. */
async function measureInTurns(
  servers: readonly Started[],
  paths: readonly string[],
): Promise<Measured[]> {
  const list = join(scratch, 'paths.txt')
  await Bun.write(list, `${paths.join('\n')}\n`)
  for (const server of servers) await wrk(server, list, WARM_UP_SECONDS)
  const best: Measured[] = servers.map(() => ({ perSecond: 0, p99Ms: 0, cpuUs: Number.NaN }))
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [i, server] of servers.entries()) {
      const run = await wrk(server, list, Number(values.seconds))
      if (run.perSecond > (best[i]?.perSecond ?? 0)) best[i] = run
    }
  }
  return best
}

async function wrk({ url, pid }: Started, list: string, seconds: number): Promise<Measured> {
  const cpuBeforeUs = cpuUsOf(pid)
  const script = join(import.meta.dir, 'wrk.lua')
  const options = ['-t1', `-c${values.connections}`, `-d${seconds}s`, '-s', script, url]
  const run = Bun.spawn(['wrk', ...options, '--', list, keyText(1)], { stdout: 'pipe' })
  const line = (await run.stdout.text()).split('\n').find((each) => each.startsWith('{'))
  const told = JSON.parse(line ?? '{}') as Record<string, number>
  if (told['failures'] !== 0) throw new Error(`wrk met ${told['failures']} failures at ${url}`)
  const requests = told['requests'] ?? 0
  return {
    perSecond: requests / (told['seconds'] ?? 1),
    p99Ms: told['p99Ms'] ?? 0,
    cpuUs: (cpuUsOf(pid) - cpuBeforeUs) / requests,
  }
}

/** CPU time that a process has used so far. */
function cpuUsOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name, in brackets, may hold spaces; utime and stime are the 12th and 13th field behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

async function benchWriter(): Promise<void> {
  const pois = blockPois(seededRandom(SEED))
  const index = openTileIndex(buildTiles(pois))
  const secret = { keyId: 'key0', bytes: new Uint8Array(32).fill(7) }
  const signing = new PoiTokenWriter(secret, poiTokenBucket(Date.now()))
  const constant: TokenWriter = {
    chars: signing.chars,
    write: (_ids, _from, _to, out, at) => void out.fill(0x41, at, at + signing.chars),
  }
  const given = writeMs(index, constant)
  const signed = writeMs(index, signing)
  console.log(`| ${BLOCK_POIS} POIs, ms a tile | tokens given | signing each token |`)
  console.log('|---|--:|--:|')
  console.log(`| Saola | ${given.toFixed(3)} | ${signed.toFixed(3)} |`)
  if (!hasPostgres()) return
  const postgis = await postgisTileMs(pois)
  console.log(`| PostGIS ST_AsMVT | ${postgis.given.toFixed(3)} | ${postgis.signed.toFixed(3)} |`)
  const times = [postgis.given / given, postgis.signed / signed]
  console.log(`| | ${times.map((time) => `${time.toFixed(0)} ×`).join(' | ')} |`)
}

/**
 * Of the whole tile, found and written anew: of the best of the rounds of some seconds, as for
 * PostGIS, whose rounds take one or two. The compiler works beside the first of them.
 */
function writeMs(index: TileIndex, tokens: TokenWriter): number {
  const writer = new TileWriter(index)
  const endMs = performance.now() + WRITER_SECONDS * 1000
  let bestMs = Infinity
  while (performance.now() < endMs) {
    const startedMs = performance.now()
    for (let i = 0; i < TILES_A_ROUND; i++) writer.write(BLOCK, tokens)
    bestMs = Math.min(bestMs, (performance.now() - startedMs) / TILES_A_ROUND)
  }
  return bestMs
}

/** The same inside the server: no connection, no parsing, positions in Mercator already. */
async function postgisTileMs(pois: readonly TilePoi[]): Promise<{ given: number; signed: number }> {
  const server = await startPostgres()
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  try {
    await sql`create extension postgis`
    await sql`create extension pgcrypto`
    await sql`create table poi (id bigint, place_id text, name text, primary_type text,
      token text, geom geometry(Point, 3857))`
    for (const { id, name, category, lonE7, latE7 } of pois) {
      await sql`insert into poi values (${id.slice(1)}, ${id}, ${name}, ${category},
        ${'A'.repeat(24)}, st_transform(st_setsrid(st_makepoint(${lonE7 / 1e7}, ${latE7 / 1e7}),
        4326), 3857))`
    }
    await sql`create index on poi using gist (geom)`
    await sql`analyze poi`
    const bestMs = async (token: string): Promise<number> => {
      await sql.unsafe(tileFunction(token))
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const [row] = await sql<{ ms: number }[]>`select mean_ms(${TILES_A_ROUND}) as ms`
        rounds.push(row?.ms ?? Number.NaN)
      }
      return Math.min(...rounds)
    }
    return {
      given: await bestMs('token'),
      signed: await bestMs(
        "left('key0bckt' || encode(hmac('bckt' || place_id, 'secret', 'sha256'), 'base64'), 24)",
      ),
    }
  } finally {
    await sql.end()
    server.remove()
  }
}

function tileFunction(token: string): string {
  const { z, x, y } = BLOCK
  return `
    create or replace function tile() returns bytea language sql stable as $$
      select st_asmvt(t, 'pois', 4096, 'geom', 'id') from (
        select id, place_id, name, primary_type, ${token} as token,
          st_asmvtgeom(geom, st_tileenvelope(${z}, ${x}, ${y}), 4096, 64) as geom
        from poi where geom && st_tileenvelope(${z}, ${x}, ${y}, margin => 0.015625)) t $$;
    create or replace function mean_ms(tiles int) returns float8 language plpgsql as $$
      declare started timestamptz := clock_timestamp(); made bytea; begin
        for i in 1 .. tiles loop made := tile(); end loop;
        return extract(epoch from clock_timestamp() - started) * 1000 / tiles; end $$`
}
