import { expect, test } from 'bun:test'
import { isCutBy, usageFaults } from '../bench/faults/usage.ts'

/* What a run of faults (bench/faults.ts) takes for a wrong count, and for a lost request. */

const KILL = { atMs: 10_000, exitedAtMs: 10_020 }
const of = { user: 'a', endpoint: '/v1/suggest' }
const answered = (atMs: number, openedAtMs = 0, status = 200) => {
  return { ...of, status, openedAtMs, atMs }
}
const lost = (atMs: number, openedAtMs = 0) => {
  return { ...of, reason: 'closed', openedAtMs, sentAtMs: atMs - 1, atMs }
}

const EARLY = answered(8_999)
const LATE = answered(9_001)
/** Read after the kill, by the server that was killed. */
const READ_LATE = answered(10_030)
const OF_NEXT_SERVER = answered(10_500, 10_100)

test.each([
  ['all is counted', [EARLY, LATE], [], 2, true],
  ['one of before the last second is missing', [EARLY, EARLY], [], 1, false],
  ['one of the last second is missing', [EARLY, LATE], [], 1, true],
  ['one that was read after the kill is missing', [EARLY, READ_LATE], [], 1, true],
  ['one of the next server is missing', [EARLY, OF_NEXT_SERVER], [], 1, false],
  ['more than the last second is missing', [EARLY, LATE], [], 0, false],
  ['one is counted twice', [EARLY, LATE], [], 3, false],
  ['one without an answer is counted', [EARLY], [lost(10_010)], 2, true],
  ['one without an answer is counted twice', [EARLY], [lost(10_010)], 3, false],
  ['a refused one is counted', [EARLY, answered(1, 0, 429)], [], 2, false],
])('%s', (_, answers, losses, requests, isRight) => {
  const faults = usageFaults([{ ...of, requests }], { answers, lost: losses }, [KILL])
  expect(faults).toHaveLength(isRight ? 0 : 1)
})

test('counts of nobody are wrong', () => {
  const nothing = { answers: [], lost: [] }
  expect(usageFaults([{ ...of, requests: 1 }], nothing, [])).toHaveLength(1)
})

test.each([
  ['on a connection to the killed server', lost(10_010), true],
  ['before the kill', lost(9_999), false],
  ['on a connection to the next server', lost(10_500, 10_100), false],
])('a request is cut by a kill: %s', (_, loss, isCut) => {
  expect(isCutBy([KILL], loss)).toBe(isCut)
})
