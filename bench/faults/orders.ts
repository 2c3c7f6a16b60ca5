import type { FaultKind } from './kinds.ts'
import { between, pick } from './random.ts'
import type { World } from './world.ts'

/* Changes that an operator makes while the server runs, and imports that are cut short. */

const KEYS_MAX = 12
const ACCEPTED_KEYS_MIN = 3
const PER_MINUTE = [0, 60, 600, 100_000]

export const orders: readonly FaultKind[] = [
  {
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
    weight: 1,
    explains: null,
    isPossible: () => true,
    async run(world, random) {
      const perMinute = pick(random, PER_MINUTE)
      await world.setPlan(perMinute)
      return `the plan of limited keys allows ${perMinute} a minute`
    },
  },
  {
    weight: 1,
    explains: null,
    isPossible: () => true,
    async run(world, random) {
      const [afterMs, isOfServer] = [between(random, 200, 4_000), random() < 0.5]
      const { child, ended } = world.stage.run('import', await world.newList(), '--replace')
      await Bun.sleep(afterMs)
      if (isOfServer) await world.stage.kill()
      else child.kill('SIGKILL')
      const { code } = await ended
      if (isOfServer) await world.stage.start(1)
      await world.stage.recovered('an import cut short')
      await world.importEnded(code === 0)
      const what = isOfServer ? 'server' : 'import'
      return `kill -9 of the ${what} ${afterMs} ms after an import began, which ended with ${code}`
    },
  },
]

function revocable({ keys }: World) {
  return keys.filter(({ order, isLimited }) => order === 'accepted' && !isLimited)
}
