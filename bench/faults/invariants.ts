import type { FaultKind } from './kinds.ts'
import type { SeenAnswer, SeenLoss } from './load.ts'
import type { Kill } from './stage.ts'
import type { World } from './world.ts'

/* What has to be so when the server has stopped, whatever was done to it. */

/** What `kill -9` may lose: counts reach the disk within that. */
const UNWRITTEN_MS = 1_000
/** A fault may be logged that long after it is over. */
const LOGGED_MS = 10_000
const SHOWN_MAX = 10
/** Refused before they are counted. */
const UNCOUNTED = [401, 403, 429]

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

interface UsageRows {
  readonly usage: readonly {
    readonly user: string
    readonly endpoint: string
    readonly requests: number
  }[]
}

/** Asks the stopped server's database by commands. */
export async function checkInvariants(
  world: World,
  done: readonly DoneFault[],
): Promise<Invariant[]> {
  const { stage, load } = world
  const isCut = (loss: SeenLoss) => isCutBy(stage.kills, loss)
  const unexplained = stage.errors.filter(({ atMs, message }) => !isExplained(done, atMs, message))
  const lost = load.lost.filter((loss) => !isCut(loss))
  return [
    { name: 'usage', faults: await usageFaults(world) },
    { name: 'dataset', faults: await datasetFaults(world) },
    { name: 'keys', faults: await keyFaults(world) },
    { name: 'answers', faults: load.wrong },
    { name: 'every request is answered but those cut by kill -9', faults: lost.map(lossText) },
    { name: 'log', faults: unexplained.map(({ message }) => message) },
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

interface Expected {
  counted: number
  /** Answered so shortly before a kill that their counts may be gone. */
  doubtful: number
  /** Sent and not answered: counted or not. */
  unanswered: number
}

/** By user and endpoint, as `saola usage` tells it. */
export function expectedUsage(
  answers: readonly SeenAnswer[],
  lost: readonly SeenLoss[],
  kills: readonly Kill[],
): Map<string, Expected> {
  const expected = new Map<string, Expected>()
  const of = ({ user, endpoint }: { user: string; endpoint: string }): Expected => {
    const name = `${user} ${endpoint}`
    const entry = expected.get(name) ?? { counted: 0, doubtful: 0, unanswered: 0 }
    expected.set(name, entry)
    return entry
  }
  for (const answer of answers) {
    if (UNCOUNTED.includes(answer.status)) continue
    of(answer).counted++
    if (kills.some((kill) => mayBeUnwritten(kill, answer))) of(answer).doubtful++
  }
  for (const loss of lost) of(loss).unanswered++
  return expected
}

function mayBeUnwritten(
  { atMs, exitedAtMs }: Kill,
  answer: Pick<SeenAnswer, 'atMs' | 'openedAtMs'>,
): boolean {
  return answer.openedAtMs <= exitedAtMs && answer.atMs >= atMs - UNWRITTEN_MS
}

async function usageFaults({ stage, load }: World): Promise<string[]> {
  const { usage } = await stage.saola<UsageRows>('usage')
  const counts = new Map<string, number>()
  for (const { user, endpoint, requests } of usage) {
    const name = `${user} ${endpoint}`
    counts.set(name, (counts.get(name) ?? 0) + requests)
  }
  const expected = expectedUsage(load.answers, load.lost, stage.kills)
  const faults: string[] = []
  for (const name of new Set([...counts.keys(), ...expected.keys()])) {
    const { counted, doubtful, unanswered } = expected.get(name) ?? {
      ...{ counted: 0, doubtful: 0, unanswered: 0 },
    }
    const got = counts.get(name) ?? 0
    if (got >= counted - doubtful && got <= counted + unanswered) continue
    const bounds = `${doubtful} fewer and ${unanswered} more are allowed`
    faults.push(`${name}: ${got} counted, ${counted} answered; ${bounds}`)
  }
  return faults
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

/** Its connection led to a server that was then killed. */
function isCutBy(kills: readonly Kill[], { openedAtMs, atMs }: SeenLoss): boolean {
  return kills.some((kill) => openedAtMs <= kill.exitedAtMs && atMs >= kill.atMs)
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
