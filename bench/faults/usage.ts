import type { Load, SeenAnswer, SeenLoss } from './load.ts'
import type { Kill } from './stage.ts'

/* What the database has to have counted, by what the load has seen. */

/** What `kill -9` may lose: counts reach the disk within that. */
const UNWRITTEN_MS = 1_000
/** Refused before they are counted. */
const UNCOUNTED = [401, 403, 429]

/** As `saola usage` tells it. */
export interface UsageCount {
  readonly user: string
  readonly endpoint: string
  readonly requests: number
}

interface Expected {
  counted: number
  /** Answered so shortly before a kill that their counts may be gone. */
  doubtful: number
  /** Sent and not answered: counted or not. */
  unanswered: number
}

const NOTHING: Expected = { counted: 0, doubtful: 0, unanswered: 0 }

/** What `usage` has too many or too few of, by user and endpoint. */
export function usageFaults(
  usage: readonly UsageCount[],
  load: Pick<Load, 'answers' | 'lost'>,
  kills: readonly Kill[],
): string[] {
  const counts = new Map<string, number>()
  for (const { user, endpoint, requests } of usage) {
    const name = `${user} ${endpoint}`
    counts.set(name, (counts.get(name) ?? 0) + requests)
  }
  const expected = expectedUsage(load, kills)
  return [...new Set([...counts.keys(), ...expected.keys()])].flatMap((name) => {
    const { counted, doubtful, unanswered } = expected.get(name) ?? NOTHING
    const got = counts.get(name) ?? 0
    if (got >= counted - doubtful && got <= counted + unanswered) return []
    const bounds = `${doubtful} fewer and ${unanswered} more are allowed`
    return [`${name}: ${got} counted, ${counted} answered; ${bounds}`]
  })
}

/** Its connection led to a server that was then killed. */
export function isCutBy(kills: readonly Kill[], { openedAtMs, atMs }: SeenLoss): boolean {
  return kills.some((kill) => openedAtMs <= kill.exitedAtMs && atMs >= kill.atMs)
}

/** By user and endpoint. */
function expectedUsage(
  { answers, lost }: Pick<Load, 'answers' | 'lost'>,
  kills: readonly Kill[],
): Map<string, Expected> {
  const expected = new Map<string, Expected>()
  const of = ({ user, endpoint }: { user: string; endpoint: string }): Expected => {
    const name = `${user} ${endpoint}`
    const entry = expected.get(name) ?? { ...NOTHING }
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
