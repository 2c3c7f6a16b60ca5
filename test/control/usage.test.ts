import { afterAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyId, UserId } from '../../src/access/key.ts'
import { UsageCounter } from '../../src/access/usage-counter.ts'
import { dayOf } from '../../src/access/window.ts'
import { addKeptUsage, UsageLedger } from '../../src/control/usage.ts'
import { createKey } from '../../src/db/api-keys.ts'
import type { Db } from '../../src/db/client.ts'
import { usageOf } from '../../src/db/usage.ts'
import { onBothDatabases } from '../db/databases.ts'
import { scratchDirectory } from '../scratch.ts'

setDefaultTimeout(60_000)

const DATE = '2026-11-20'
const DAY = dayOf(Date.parse(DATE))

let directory = scratchDirectory()
beforeEach(() => {
  directory = scratchDirectory()
})
afterAll(() => rmSync(directory, { recursive: true }))

const away = { transaction: () => Promise.reject(new Error('away')) } as unknown as Db

function count(counter: UsageCounter, key: KeyId, requests: number): void {
  for (let i = 0; i < requests; i++) counter.record(key, '/v1/suggest', DAY, true)
}

/** Of servers that are killed, which close no file. */
const killed: UsageLedger[] = []

function ledgerOf(db: Db, counter: UsageCounter, userId: UserId): UsageLedger {
  const drain = async () => counter.drain()
  const ledger = new UsageLedger({ db, drain, ownerOf: () => userId, directory })
  killed.push(ledger)
  return ledger
}

async function closed(ledger: UsageLedger): Promise<string[]> {
  const lines: string[] = []
  await ledger.close((line) => lines.push(line))
  return lines
}

test('keeps for the next start what failed and what was counted since', async () => {
  const counter = new UsageCounter()
  const key = 'k' as KeyId
  const ledger = ledgerOf(away, counter, 'u' as UserId)
  count(counter, key, 3)
  await expect(ledger.flush()).rejects.toThrow('away')
  count(counter, key, 10_000)
  await expect(ledger.flush()).rejects.toThrow('away')
  await ledger.collect()
  const [name = ''] = readdirSync(directory)
  expect(await closed(ledger)).toEqual([
    `The counts of 10,003 requests are kept in ${join(directory, name)}.`,
  ])
})

test('what cannot be put on the disk either is told', async () => {
  const counter = new UsageCounter()
  const ledger = ledgerOf(away, counter, 'u' as UserId)
  count(counter, 'k' as KeyId, 3)
  rmSync(directory, { recursive: true })
  await expect(ledger.collect()).rejects.toThrow('ENOENT')
  expect((await closed(ledger)).join()).toContain('The counts of 3 requests could not be written')
  directory = scratchDirectory()
})

onBothDatabases('the ledger of usage', (database) => {
  const newKey = async (userName: string) => {
    const rest = { organisation: null, scopes: [], plan: 'free', expiresAt: null }
    return createKey(database().db, { ...rest, userName })
  }
  const requestsOf = async (userId: UserId) =>
    (await usageOf(database().db, userId, DATE, DATE)).reduce((sum, row) => sum + row.requests, 0)
  /** The server is killed: nothing of it is left but its files. */
  const addLeft = async (from = directory): Promise<string[]> => {
    const lines: string[] = []
    await addKeptUsage(database(), from, (line) => lines.push(line))
    return lines
  }

  test('sends again what failed, once, and has lost nothing then', async () => {
    const { db } = database()
    const { id, userId } = await newKey('Lan')
    const counter = new UsageCounter()
    let isAway = false
    const sometimes = {
      // The database adds the counts, but the answer is lost.
      async transaction(work: Parameters<Db['transaction']>[0]) {
        const done = await db.transaction(work)
        if (isAway) throw new Error('away')
        return done
      },
    } as unknown as Db
    const ledger = ledgerOf(sometimes, counter, userId)
    count(counter, id, 3)
    isAway = true
    await expect(ledger.flush()).rejects.toThrow('away')
    count(counter, id, 4)
    isAway = false
    await ledger.flush()
    expect(await closed(ledger)).toEqual([])
    expect(readdirSync(directory)).toEqual([])
    expect(await requestsOf(userId)).toBe(7)
  })

  test('a server that is killed at any moment loses nothing that was collected', async () => {
    const { id, userId } = await newKey('Minh')
    const counter = new UsageCounter()
    const ledger = ledgerOf(database().db, counter, userId)
    const moments: string[] = []
    const snapshot = (): void => {
      const copy = join(scratchDirectory(), 'copy')
      cpSync(directory, copy, { recursive: true })
      moments.push(copy)
    }
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 3; i++) {
        count(counter, id, 1)
        await ledger.collect()
        snapshot()
      }
      await ledger.flush()
      // In the database, and still in the journal.
      snapshot()
      await ledger.collect()
      snapshot()
    }
    for (const moment of moments) {
      await addLeft(moment)
      expect(await requestsOf(userId)).toBe(15)
    }
  })

  test('what is collected while the database is away is added at the next start', async () => {
    const { id, userId } = await newKey('Hoa')
    const counter = new UsageCounter()
    const ledger = ledgerOf(away, counter, userId)
    for (let i = 0; i < 1300; i++) {
      count(counter, id, 2)
      await ledger.collect()
      if (i === 3) await expect(ledger.flush()).rejects.toThrow('away')
    }
    expect(await addLeft()).toEqual([expect.stringContaining('the counts of 2,600 requests')])
    expect(await requestsOf(userId)).toBe(2600)
    expect(readdirSync(directory)).toEqual([])
    expect(await addLeft()).toEqual([])
    // The server whose file that was lives on.
    count(counter, id, 1)
    await ledger.collect()
    await addLeft()
    expect(await requestsOf(userId)).toBe(2601)
  })

  test('a line that is cut short ends the file, and a file of another form stays', async () => {
    const { id, userId } = await newKey('Mai')
    const counter = new UsageCounter()
    const ledger = ledgerOf(away, counter, userId)
    for (const requests of [5, 70]) {
      count(counter, id, requests)
      await ledger.collect()
    }
    const [name = ''] = readdirSync(directory)
    const path = join(directory, name)
    const text = await Bun.file(path).text()
    await Bun.write(path, text.replace('"/v1/suggest",70,', '"/v1/suggest",79,'))
    const other = join(directory, name.replace(/-[0-9a-f]{8}-/, '-ffffffff-'))
    await Bun.write(other, 'something else')
    expect((await addLeft()).join('\n')).toContain(`${other} could not be added and stay there`)
    expect(await requestsOf(userId)).toBe(5)
    expect(existsSync(other)).toBe(true)
    expect(existsSync(path)).toBe(false)
  })

  test('counts of another database are refused and stay', async () => {
    const counter = new UsageCounter()
    const ledger = ledgerOf(away, counter, 'nobody' as UserId)
    count(counter, 'none' as KeyId, 1)
    await ledger.collect()
    const [line = ''] = await addLeft()
    expect(line).toContain('could not be added and stay there')
    expect(line).not.toContain('insert into')
    expect(readdirSync(directory)).toHaveLength(1)
  })
})
