/*
 * What a hostile client with a free key does to others: it keeps batches of the dearest texts
 * coming while another key asks for suggestions at a steady rate.
 *
 *   bun bench/attack/batches.ts --data DIR [--seconds N]
 *
 * Wanted: the other key's 99th percentile stays below 25 ms.
 */
import { readFileSync } from 'node:fs'
import { createKey, revokeKey } from '../../src/db/api-keys.ts'
import { type Subject, withSubject } from '../comparison.ts'

const HOSTILE_CONNECTIONS = 40
const ADDRESSES = 100
/** Requests of the other key, one after the other on each of its connections. */
const ASKED_EVERY_MS = 5
const CONNECTIONS = 2
const INPUTS = ['12 nguyen tr', 'ben thanh', 'ho hoan k', 'chợ', 'cafe', 'hai ba trung quan 3']

await withSubject(async (subject) => {
  const seconds = Number(subject.seconds)
  const { id, key } = await createKey(subject.db, {
    userName: 'hostile',
    organisation: null,
    scopes: ['geocoding:read'],
    plan: 'free',
    expiresAt: null,
  })
  console.log('| suggest of another key | asked | p50, ms | p99, ms | longest, ms |')
  console.log('|---|--:|--:|--:|--:|')
  await suggestFor(subject, 2)
  console.log(row('alone', await suggestFor(subject, seconds)))
  const attack = new AbortController()
  const answered = attackWith(subject, key, attack.signal)
  await Bun.sleep(500)
  console.log(row('beside the batches', await suggestFor(subject, seconds)))
  attack.abort()
  const statuses = Map.groupBy((await Promise.all(answered)).flat(), (status) => status)
  console.log(`\nbatches: ${[...statuses].map(([s, all]) => `${all.length} × ${s}`).join(', ')}`)
  await revokeKey(subject.db, id)
})

/** Milliseconds of each answer, ascending. */
async function suggestFor({ server, key }: Subject, seconds: number): Promise<number[]> {
  const endMs = performance.now() + seconds * 1000
  const took: number[] = []
  const ask = async (first: number) => {
    for (let i = first; performance.now() < endMs; i++) {
      const startMs = performance.now()
      const input = encodeURIComponent(INPUTS[i % INPUTS.length]!)
      const response = await fetch(`${server.url}/v1/suggest?input=${input}`, {
        headers: { 'X-API-Key': key },
      })
      await response.arrayBuffer()
      took.push(performance.now() - startMs)
      await Bun.sleep(ASKED_EVERY_MS)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => ask(i)))
  return took.sort((a, b) => a - b)
}

/** The statuses of the batches that each connection was answered. */
function attackWith(
  { server }: Subject,
  key: string,
  signal: AbortSignal,
): readonly Promise<number[]>[] {
  const table = readFileSync(new URL('../dear-queries.tsv', import.meta.url), 'utf8')
  const texts = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[2])
  const addresses = Array.from({ length: ADDRESSES }, (_, i) => texts[i % texts.length])
  const request = {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ addresses }),
    signal,
  }
  return Array.from({ length: HOSTILE_CONNECTIONS }, async () => {
    const statuses: number[] = []
    while (!signal.aborted) {
      const response = await fetch(`${server.url}/v1/batch/geocode`, request).catch(() => null)
      if (response === null) break
      statuses.push(response.status)
      await response.arrayBuffer().catch(() => null)
    }
    return statuses
  })
}

function row(name: string, took: readonly number[]): string {
  const at = (share: number) => took[Math.floor(took.length * share)]!.toFixed(1)
  return `| ${name} | ${took.length} | ${at(0.5)} | ${at(0.99)} | ${took.at(-1)!.toFixed(1)} |`
}
