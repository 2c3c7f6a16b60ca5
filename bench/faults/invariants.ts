import type { FaultKind } from './kinds.ts'
import type { SeenLoss } from './load.ts'
import type { ErrorLine } from './stage.ts'
import { isCutBy, type UsageCount, usageFaults } from './usage.ts'
import type { World } from './world.ts'

/* What has to be so when the server has stopped, whatever was done to it. */

/** A fault may be logged that long after it is over. */
const LOGGED_MS = 10_000
const SHOWN_MAX = 10

export interface DoneFault {
  readonly kind: FaultKind
  readonly beganMs: number
  readonly endedMs: number
}

export interface Invariant {
  readonly name: string
  /** Empty when it holds. */
  readonly faults: readonly string[]
}

/** Asks the stopped server's database by commands. */
export async function checkInvariants(
  world: World,
  done: readonly DoneFault[],
): Promise<Invariant[]> {
  const { stage, load } = world
  const { usage } = await stage.saola<{ usage: UsageCount[] }>('usage')
  const isCut = (loss: SeenLoss) => isCutBy(stage.kills, loss)
  const unexplained = stage.errors.filter(({ atMs, message }) => !isExplained(done, atMs, message))
  const lost = load.lost.filter((loss) => !isCut(loss))
  return [
    { name: 'usage', faults: usageFaults(usage, load, stage.kills) },
    { name: 'dataset', faults: await datasetFaults(world) },
    { name: 'keys', faults: await keyFaults(world) },
    { name: 'answers', faults: load.wrong },
    { name: 'every request is answered but those cut by kill -9', faults: lost.map(lossText) },
    { name: 'log', faults: unexplained.map(errorText) },
    { name: 'stops, starts and recoveries', faults: stage.failures },
  ]
}

/** What the server wrote at level error and had reason to, once each, with how often. */
export function explainedErrors({ stage }: World, done: readonly DoneFault[]): string[] {
  const explained = stage.errors.filter(({ atMs, message }) => isExplained(done, atMs, message))
  const byText = Map.groupBy(explained, ({ message }) => message)
  return [...byText].map(([message, all]) => `       ${all.length} × ${message}`)
}

/** A line for each invariant, and what is wrong with it below. */
export function invariantLines(invariants: readonly Invariant[]): string[] {
  return invariants.flatMap(({ name, faults }) => {
    if (faults.length === 0) return [`ok     ${name}`]
    const shown = faults.slice(0, SHOWN_MAX).map((fault) => `       ${fault}`)
    const more = faults.length > SHOWN_MAX ? [`       and ${faults.length - SHOWN_MAX} more`] : []
    return [`WRONG  ${name}`, ...shown, ...more]
  })
}

async function datasetFaults(world: World): Promise<string[]> {
  const { datasets } = await world.readDatasets()
  const active = datasets.filter(({ state }) => state === 'active').map(({ id }) => id)
  const faults: string[] = []
  if (active.join() !== world.activeDataset) {
    faults.push(`${active.join(' and ') || 'none'} is active, not ${world.activeDataset}`)
  }
  const verified = await world.stage.run('datasets', 'verify').ended
  if (verified.code !== 0) faults.push(`datasets verify: ${verified.out}${verified.log}`)
  return faults
}

interface KeyList {
  readonly keys: readonly { readonly id: string; readonly state: string }[]
}

/** As the database has them; how the server answers them is among the answers. */
async function keyFaults({ stage, keys }: World): Promise<string[]> {
  const list = await stage.saola<KeyList>('keys', 'list')
  const states = new Map(list.keys.map(({ id, state }) => [id, state]))
  return keys.flatMap(({ id, user, order }) => {
    const state = states.get(id) ?? 'missing'
    const wanted = order === 'accepted' ? 'active' : 'revoked'
    return state === wanted ? [] : [`the key of ${user} is ${state}, and is to be ${wanted}`]
  })
}

function errorText({ atMs, message }: ErrorLine): string {
  return `${new Date(atMs).toISOString()} ${message}`
}

function lossText({ user, endpoint, reason, sentAtMs, atMs, openedAtMs }: SeenLoss): string {
  const waited = `${atMs - sentAtMs} ms, on a connection of ${atMs - openedAtMs} ms`
  return `${new Date(atMs).toISOString()} ${user} ${endpoint}: ${reason} after ${waited}`
}

function isExplained(done: readonly DoneFault[], atMs: number, message: string): boolean {
  return done.some(({ kind, beganMs, endedMs }) => {
    const isThen = atMs >= beganMs && atMs <= endedMs + LOGGED_MS
    return isThen && kind.explains?.test(message) === true
  })
}
