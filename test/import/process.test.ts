import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/client.ts'
import { listDatasets } from '../../src/db/datasets.ts'
import { scratchDirectory } from '../db/databases.ts'
import { osmXml, scratchFile, TWO_WARDS } from './drawing.ts'

/*
 * `saola import` as a process: exit codes, signals, what a crash leaves. Signals are sent when the
 * process says on stderr that a pass is over.
 */

const MAIN = join(import.meta.dir, '../../src/main.ts')
const TOWN = scratchFile('town.osm', osmXml(TWO_WARDS))

interface Ended {
  readonly code: number
  readonly out: string
  readonly log: string
}

async function saola(
  argv: readonly string[],
  strike: { readonly after: string; readonly signal: NodeJS.Signals } | null = null,
): Promise<Ended> {
  const child = Bun.spawn([process.execPath, MAIN, ...argv], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, DATABASE_URL: '' },
  })
  let log = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stderr) {
    log += decoder.decode(chunk, { stream: true })
    if (strike && log.includes(`\n${strike.after} `)) child.kill(strike.signal)
  }
  return { code: await child.exited, out: await new Response(child.stdout).text(), log }
}

async function statesIn(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ databaseUrl: null, dataDir })
  try {
    return (await listDatasets(database.db)).map(({ state }) => state).sort()
  } finally {
    await database.close()
  }
}

/** Directories that an import makes for the while it runs. */
function scratchIn(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith('importing-'))
}

describe('saola import', () => {
  const data = scratchDirectory()

  test('says what it did, and with --json as one value', async () => {
    const { code, out, log } = await saola(['import', TOWN, '--data', data, '--json'])
    expect({ code, log: log.match(/^error|^saola:/m) }).toEqual({ code: 0, log: null })
    expect(JSON.parse(out)).toMatchObject({ country: 'VN', source: TOWN, read: { relations: 3 } })
    expect(await statesIn(data)).toEqual(['active'])
  })

  test('tells what the road graphs hold, and the signs that have no effect in them', async () => {
    const path = scratchFile(
      'signs.osm',
      osmXml(`${TWO_WARDS}
        n1 20 50
        n2 50 50
        n3 80 50
        n4 50 80
        w1 n1 n2  highway=residential
        w2 n2 n3  highway=residential
        w3 n2 n4  highway=residential
        r1 w1:from n2:via w3:to  type=restriction | restriction=no_left_turn
        r2 w2:from n2:via w3:to  type=restriction | restriction:conditional=no_right_turn @ (6-9)
        r3 w3:from n2:via w1:to  type=restriction | restriction=no_right_turn | except=motorcycle`),
    )
    const own = scratchDirectory()
    const { code, out } = await saola(['import', path, '--data', own])
    expect(code).toBe(0)
    expect(out).toContain(
      'road graphs\n' +
        '  car         4 nodes, 3 edges, 2 forbidden turns\n' +
        '              restrictions without effect: 1 conditional\n' +
        '  motorbike   4 nodes, 3 edges, 1 forbidden turn\n' +
        '              restrictions without effect: 1 conditional, 1 excepted\n',
    )
    const json = JSON.parse((await saola(['import', path, '--data', own, '--json'])).out)
    expect(json.graphs).toMatchObject([
      { vehicle: 'car', restrictions: 2, ignoredRestrictions: { conditional: 1, excepted: 0 } },
      { vehicle: 'motorbike', restrictions: 1, ignoredRestrictions: { excepted: 1 } },
    ])
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves the dataset as it was', async (signal) => {
    const strike = { after: 'rows to the database', signal }
    const { code, log } = await saola(['import', TOWN, '--data', data], strike)
    expect(code).toBe(1)
    expect(log).toContain('The active dataset is as it was before.')
    expect(await statesIn(data)).toEqual(['active'])
    expect(scratchIn(data)).toEqual([])
  })

  test('what kill -9 leaves is deleted by the next one', async () => {
    const strike = { after: 'rows to the database', signal: 'SIGKILL' } as const
    await saola(['import', TOWN, '--data', data], strike)
    expect(await statesIn(data)).toEqual(['active', 'building'])
    expect(scratchIn(data)).toHaveLength(1)
    expect((await saola(['import', TOWN, '--data', data])).code).toBe(0)
    expect(await statesIn(data)).toEqual(['active', 'ready'])
    expect(scratchIn(data)).toEqual([])
  })

  test('--dry-run needs no database and makes nothing', async () => {
    const nowhere = join(scratchDirectory(), 'data')
    const { code, out } = await saola(['import', TOWN, '--data', nowhere, '--dry-run'])
    expect(code).toBe(0)
    expect(out).toContain('Nothing was changed.')
    expect(existsSync(nowhere)).toBe(false)
  })

  test('--dry-run of places tells what would be refused, line by line', async () => {
    const path = scratchFile('own.csv', 'name,lat,lon\nA,10,106\nB,"10,5",106\n')
    const nowhere = join(scratchDirectory(), 'data')
    const { code, out } = await saola(['import', path, '--dry-run', '--data', nowhere])
    expect(code).toBe(0)
    expect(out).toBe(
      "line 3: lat '10,5' has a decimal comma: write 10.5\n" +
        "List 'own': 1 new, 0 changed, 0 gone, 0 unchanged, 1 refused. Nothing was changed.\n",
    )
    expect(existsSync(nowhere)).toBe(false)
  })

  test('--dry-run of places counts values that would not be understood', async () => {
    const path = scratchFile(
      'hours.csv',
      'id,name,lat,lon,opening_hours,phone\n' +
        '1,A,10,106,sáng sớm,028 3829 2255\n2,B,10,106,Mo-Su 08:00-20:00,12\n',
    )
    const { code, out } = await saola(['import', path, '--dry-run', '--json'])
    expect(code).toBe(0)
    const { accepted, warnings } = JSON.parse(out) as { accepted: number; warnings: string[] }
    expect(accepted).toBe(2)
    expect(warnings).toEqual([
      "1 × opening_hours not understood: op1 'sáng sớm'",
      "1 × phone not understood: op2 '12'",
    ])
  })

  test.each([
    [['import'], 2],
    [['import', 'wards.fgb'], 2],
    [['import', 'ftp://example.com/x'], 2],
    [['import', '/nonexistent.osm.pbf', '--dry-run'], 1],
    [['import', scratchFile('x.osm.pbf', 'hello'), '--dry-run'], 1],
    [['import', scratchFile('x.csv', ''), '--dry-run'], 1],
  ])('%j ends with %d', async (argv, expected) => {
    const { code, log } = await saola(argv)
    expect(code).toBe(expected)
    expect(log).toMatch(/saola: \S/)
    expect(log).not.toContain('internal error')
  })
})
