import { between, pick } from './random.ts'
import type { World } from './world.ts'

/* The faults, and the changes that an operator makes meanwhile. */

export interface FaultKind {
  readonly name: string
  /** How often it comes, beside the others. */
  readonly weight: number
  /** Lines of level error that the server may write because of it. */
  readonly explains: RegExp | null
  /** Whether it can be done now. */
  readonly isPossible: (world: World) => boolean
  /** Does it and waits until the server has got over it; what exactly was done. */
  readonly run: (world: World, random: () => number) => Promise<string>
}

const MB = 1 << 20
const WORKERS = [1, 2]
const KEYS_MAX = 12
const ACCEPTED_KEYS_MIN = 3
const PER_MINUTE = [0, 60, 600, 100_000]
/** Nothing; too little for the log of the embedded database; too little for changes. */
const FREE_BYTES = [0, 8 * MB, 40 * MB]

export const FAULT_KINDS: readonly FaultKind[] = [
  {
    name: 'kill',
    weight: 4,
    explains: null,
    isPossible: () => true,
    async run({ stage }, random) {
      const [downMs, workers] = [between(random, 0, 2_000), pick(random, WORKERS)]
      await stage.kill()
      await Bun.sleep(downMs)
      await stage.start(workers)
      await stage.recovered('a start after kill -9')
      return `kill -9, down for ${downMs} ms, started with ${workers} thread(s)`
    },
  },
  {
    name: 'stop',
    weight: 2,
    explains: null,
    isPossible: () => true,
    async run({ stage }, random) {
      const workers = pick(random, WORKERS)
      await stage.stop()
      await stage.start(workers)
      await stage.recovered('a stop and a start')
      return `SIGTERM, drained, started with ${workers} thread(s)`
    },
  },
  {
    name: 'full disk',
    weight: 2,
    explains: /disk|space|MB are free|takes no changes|[Ff]ull|DISK_FULL|database has stopped/,
    isPossible: ({ stage }) => stage.disk !== null,
    async run({ stage }, random) {
      const [freeBytes, heldMs] = [pick(random, FREE_BYTES), between(random, 2_000, 9_000)]
      stage.disk?.fill(freeBytes)
      await Bun.sleep(heldMs)
      stage.disk?.empty()
      await stage.recovered('the disk has room again')
      return `${freeBytes / MB} MB free on the disk for ${heldMs} ms`
    },
  },
  {
    name: 'silent database',
    weight: 3,
    explains: /failed and is tried again|does not answer|[Dd]atabase/,
    isPossible: ({ stage }) => stage.proxy !== null,
    async run({ stage }, random) {
      const heldMs = between(random, 500, 15_000)
      stage.proxy?.vanish()
      await Bun.sleep(heldMs)
      stage.proxy?.comeBack()
      await stage.recovered('the database is back')
      return `the database silent for ${heldMs} ms`
    },
  },
  {
    name: 'crash of the database',
    weight: 2,
    explains: /failed and is tried again|does not answer|[Dd]atabase/,
    isPossible: ({ stage }) => stage.postgres !== null,
    async run({ stage }, random) {
      const downMs = between(random, 0, 5_000)
      stage.postgres?.stop()
      await Bun.sleep(downMs)
      stage.postgres?.start()
      await stage.recovered('the database is started again')
      return `the database crashed, down for ${downMs} ms`
    },
  },
  {
    name: 'import',
    weight: 1,
    explains: null,
    isPossible: () => true,
    async run(world) {
      const dataset = await world.importList()
      await world.swapped()
      return `a list of places imported, dataset ${dataset}`
    },
  },
  {
    name: 'activate',
    weight: 2,
    explains: null,
    isPossible: ({ datasets }) => datasets.length > 1,
    async run(world, random) {
      const others = world.datasets.filter((id) => id !== world.activeDataset)
      const dataset = pick(random, others)
      await world.activate(dataset)
      await world.swapped()
      return `dataset ${dataset} activated`
    },
  },
  {
    name: 'key',
    weight: 1,
    explains: null,
    isPossible: ({ keys }) => keys.length < KEYS_MAX,
    async run(world) {
      const key = await world.createKey()
      await world.honoured(key)
      world.load.add(key)
      return `key of ${key.user} created`
    },
  },
  {
    name: 'revoke',
    weight: 1,
    explains: null,
    isPossible: (world) => revocable(world).length > ACCEPTED_KEYS_MIN,
    async run(world, random) {
      const key = pick(random, revocable(world))
      await world.revokeKey(key)
      await world.honoured(key)
      return `key of ${key.user} revoked`
    },
  },
  {
    name: 'plan',
    weight: 1,
    explains: null,
    isPossible: () => true,
    async run(world, random) {
      const perMinute = pick(random, PER_MINUTE)
      await world.setPlan(perMinute)
      return `the plan of limited keys allows ${perMinute} a minute`
    },
  },
]

function revocable({ keys }: World) {
  return keys.filter(({ order, isLimited }) => order === 'accepted' && !isLimited)
}

/** One that is possible now, each as often as its weight says. */
export function nextFault(world: World, random: () => number): FaultKind {
  const possible = FAULT_KINDS.filter((kind) => kind.isPossible(world))
  return pick(
    random,
    possible.flatMap((kind) => Array<FaultKind>(kind.weight).fill(kind)),
  )
}
