import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../src/commands/bench.ts'
import { importCommand } from '../src/commands/import/import.ts'
import { runCommand } from './commands/harness.ts'
import { osmXml, TWO_WARDS } from './import/drawing.ts'
import { scratchDirectory } from './scratch.ts'

/* A whole file whose process is killed or stopped, and what comes out of it in the end. */

setDefaultTimeout(300_000)

const MAIN = join(import.meta.dir, '../src/main.ts')
const ROWS = 40_000
const KILLS = 3
const POLL_MS = 5
/** Another one each day: the moments of a failure can be had again. */
const SEED = Math.floor(Date.now() / 86_400_000)

const directory = scratchDirectory()
const data = join(directory, 'data')
const input = join(directory, 'in.csv')
const output = join(directory, 'out.csv')
const errors = join(directory, 'errors.csv')
const journal = `${output}.journal`
let whole: readonly string[] = []
let wholeMs = 0

function start(command: string, ...argv: string[]): Bun.Subprocess<'ignore', 'pipe', 'pipe'> {
  const fixed = ['--data', data, '-o', output, '--errors', errors, '--workers', '2', '--json']
  return Bun.spawn([process.execPath, MAIN, command, input, ...fixed, ...argv], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

/** Runs it to its end; its summary. */
async function finish(command: string): Promise<{ rows: number; rows_before: number }> {
  const child = start(command)
  const [out, log] = await Promise.all([child.stdout.text(), child.stderr.text()])
  if ((await child.exited) !== 0) throw new Error(log)
  return JSON.parse(out)
}

const written = (): readonly string[] => [output, errors].map((path) => readFileSync(path, 'utf8'))

function remove(): void {
  for (const path of [output, errors]) rmSync(path, { force: true })
}

/** Whether the run has come past its first checkpoint. */
function isUnderWay(): boolean {
  return existsSync(journal) && readFileSync(journal, 'utf8').split('\n').length > 2
}

async function untilUnderWay(child: Bun.Subprocess): Promise<void> {
  while (child.exitCode === null && !isUnderWay()) await Bun.sleep(POLL_MS)
  expect(child.exitCode).toBeNull()
}

beforeAll(async () => {
  const town = join(directory, 'town.osm')
  writeFileSync(town, osmXml(`${TWO_WARDS}\n n1 10 10  amenity=cafe | name=Cà phê Sao`))
  const database = { databaseUrl: null, dataDir: data }
  const { code, log } = await runCommand(importCommand, ['import', town], database)
  if (code !== 0) throw new Error(log)
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const note = i % 5 === 0 ? `"${i}\nhai"` : String(i)
    return `${note},"${['Cà phê Sao', '12 Lê Lợi', 'Xyz', ''][i % 4]}, Phường Sài Gòn, TP.HCM"`
  })
  writeFileSync(input, `ghi chú,địa chỉ\n${rows.join('\n')}\n,\n`)
})

describe.each(['geocode', 'convert'])('saola %s', (command) => {
  test(`killed at random moments, the result is the same (seed ${SEED})`, async () => {
    const startMs = performance.now()
    expect(await finish(command)).toMatchObject({ rows: ROWS + 1, rows_before: 0 })
    wholeMs = performance.now() - startMs
    whole = written()
    remove()

    const random = seededRandom(SEED)
    for (let kill = 0; kill < KILLS; kill++) {
      const child = start(command)
      if (kill === 0) await untilUnderWay(child)
      else await Promise.race([child.exited, Bun.sleep(random() * wholeMs)])
      child.kill('SIGKILL')
      await child.exited
    }
    expect((await finish(command)).rows).toBe(ROWS + 1)
    expect(written()).toEqual(whole)
    const left = readdirSync(directory).filter((name) => /^(out|errors)/.test(name))
    expect(left.sort()).toEqual(['errors.csv', 'out.csv'])
    remove()
  })

  test('stopped by Ctrl-C it says so in a line, and goes on from there', async () => {
    const child = start(command)
    await untilUnderWay(child)
    child.kill('SIGINT')
    const [out, log] = await Promise.all([child.stdout.text(), child.stderr.text()])
    expect(await child.exited).toBe(1)
    expect(log.trimEnd().split('\n').at(-1)).toMatch(
      /^saola: Stopped after [\d,]+ rows\. The same command goes on from there\.$/,
    )
    expect(JSON.parse(out)).toMatchObject({ code: 'INTERRUPTED' })
    expect((await finish(command)).rows_before).toBeGreaterThan(0)
    expect(written()).toEqual(whole)
    remove()
  })
})

test('two runs do not write one file', async () => {
  const first = start('geocode')
  await untilUnderWay(first)
  const second = start('geocode')
  expect(await second.stderr.text()).toContain(`Another saola is writing ${output}.`)
  expect(await second.exited).toBe(1)
  expect(await first.exited).toBe(0)
  remove()
})

describe('standard input and output', () => {
  const run = <In extends Bun.BunFile | 'pipe'>(stdin: In, ...argv: string[]) =>
    Bun.spawn([process.execPath, MAIN, 'convert', '--data', data, ...argv], {
      stdin,
      stdout: 'pipe',
      stderr: 'pipe',
    })

  test('go through, and the summary to standard error', async () => {
    const child = run(Bun.file(input), '-')
    const [out, log] = await Promise.all([child.stdout.text(), child.stderr.text()])
    expect(await child.exited).toBe(0)
    expect(out).toBe(whole[0] ?? '')
    expect(log).toContain('Standard input: utf-8, commas, address in "địa chỉ".')
    expect(log).toContain(`${(ROWS + 1).toLocaleString('en')} rows, `)
  })

  test('a reader that has had enough ends the run', async () => {
    const child = run('pipe', input, '-o', '-')
    const reader = child.stdout.getReader()
    await reader.read()
    await reader.cancel()
    expect(await child.exited).toBe(0)
    expect(await child.stderr.text()).not.toContain('error')
  })

  test('Ctrl-C is heard while nothing comes', async () => {
    const child = run('pipe', '-')
    child.stdin.write('address\n')
    child.stdin.flush()
    await Bun.sleep(3_000)
    child.kill('SIGINT')
    expect(await child.exited).toBe(1)
    expect(await child.stderr.text()).toBe('saola: Stopped before the first row.\n')
  })
})
