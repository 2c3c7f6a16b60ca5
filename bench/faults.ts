/*
 * A seeded run of faults under load, and then a check of what has to hold whatever happened:
 *
 *   bun bench/faults.ts --seed N [--minutes 10] [--postgres] [--extract FILE.osm.pbf]
 *
 * It serves a small dataset with the compiled executable, asks with several keys, and does one
 * fault after the other. The seed decides which and how; how many there are is a matter of time.
 * Full disks need root of Linux (a file system in memory), --postgres Debian's PostgreSQL.
 *
 * Left out are faults that cannot be got over or made from outside: a mapped file that is cut
 * short ends the process (docs/operating.md); a thread hangs in test/serving/watchdog.test.ts.
 * Exit code 1 when something does not hold.
 */
import { parseArgs } from 'node:util'
import { sharedData } from '../test/shared-data.ts'
import {
  checkInvariants,
  type DoneFault,
  explainedErrors,
  invariantLines,
} from './faults/invariants.ts'
import { nextFault } from './faults/kinds.ts'
import { Load } from './faults/load.ts'
import { between } from './faults/random.ts'
import { Stage } from './faults/stage.ts'
import { World } from './faults/world.ts'
import { seededRandom } from './inputs.ts'

const KEYS = 3
const FIRST_PER_MINUTE = 600
const PAUSE_MS_MIN = 500
const PAUSE_MS_MAX = 3_000
/** For the last counts, and for all threads to hear the last order. */
const SETTLING_MS = 6_000
const LOG_LINES_SHOWN = 20

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    postgres: { type: 'boolean', default: false },
    extract: { type: 'string' },
  },
})
const seed = Number(values.seed)
const minutes = Number(values.minutes)
if (!Number.isInteger(seed) || !(minutes > 0)) {
  console.error('Say which run: bun bench/faults.ts --seed N [--minutes M] [--postgres]')
  process.exit(2)
}
console.log(`seed ${seed}, ${minutes} minutes, ${values.postgres ? 'PostgreSQL' : 'embedded'}`)
const stage = await Stage.open(values.postgres)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stage.close().finally(() => process.exit(130)))
}
try {
  if (!(await runFaults(stage))) process.exitCode = 1
} finally {
  await stage.close()
}

/** Whether all that has to hold does. */
async function runFaults(stage: Stage): Promise<boolean> {
  const load = new Load(stage.port, seed, () => stage.isUp)
  const world = new World(stage, load)
  await prepare(world)
  const done = await doFaults(world, seededRandom(seed))
  await Bun.sleep(SETTLING_MS)
  await load.stop()
  const log = stage.log()
  if (stage.isUp) {
    await askedLast(world)
    await stage.stop()
  }
  const invariants = await checkInvariants(world, done)
  console.log(`${done.length} faults, ${load.answers.length} answers, ${load.lost.length} lost`)
  for (const line of invariantLines(invariants)) console.log(line)
  console.log('       errors that were logged because of the faults:')
  for (const line of explainedErrors(world, done)) console.log(line)
  const isAllWell = invariants.every(({ faults }) => faults.length === 0)
  if (!isAllWell) console.log(`The end of the log:\n${endOf(log)}`)
  return isAllWell
}

async function prepare(world: World): Promise<void> {
  const extract = values.extract ?? sharedData('hcmc-an-dong.osm.pbf')
  if (extract !== null) await world.stage.saola('import', extract)
  await world.stage.start(1)
  await world.setPlan(FIRST_PER_MINUTE)
  await world.importList()
  await world.swapped()
  for (let i = 0; i < KEYS; i++) await world.createKey()
  await world.createLimitedKey()
  for (const key of world.keys) {
    await world.honoured(key)
    world.load.add(key)
  }
}

async function doFaults(world: World, random: () => number): Promise<DoneFault[]> {
  const done: DoneFault[] = []
  const endMs = Date.now() + minutes * 60_000
  while (Date.now() < endMs) {
    await Bun.sleep(between(random, PAUSE_MS_MIN, PAUSE_MS_MAX))
    const kind = nextFault(world, random)
    const beganMs = Date.now()
    const told = await kind.run(world, random).catch((error: unknown) => {
      world.stage.failures.push(String(error))
      return `FAILED: ${error}`
    })
    done.push({ kind, beganMs, endedMs: Date.now() })
    console.log(`${new Date(beganMs).toISOString()} ${told}`)
    if (!world.stage.isUp) break
  }
  return done
}

/** Asks once with each key, and looks at the limit that the plan of the limited ones has. */
async function askedLast({ load, keys, stage, perMinute }: World): Promise<void> {
  for (const key of keys) {
    const answer = await load.askOnce(key)
    if (answer === null) stage.failures.push(`${key.user} got no answer in the end.`)
    const limit = /^x-ratelimit-limit-minute: (\d+)/im.exec(answer?.head ?? '')?.[1]
    if (key.isLimited && Number(limit) !== perMinute) {
      stage.failures.push(`${key.user} is allowed ${limit} a minute, and is to be ${perMinute}.`)
    }
  }
}

function endOf(log: string): string {
  return log.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n')
}
