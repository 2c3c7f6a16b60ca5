import type { FaultKind } from './kinds.ts'
import { between, pick } from './random.ts'

/* What the server needs goes away for a while, and the server with it or not. */

const MB = 1 << 20
/** Nothing; too little for the log of the embedded database; too little for changes. */
const FREE_BYTES = [0, 8 * MB, 40 * MB]
const OF_DISK = /disk|space|MB are free|takes no changes|[Ff]ull|DISK_FULL|database has stopped/
const OF_DATABASE = /failed and is tried again|does not answer|[Dd]atabase/

const ENDINGS = ['kill', 'stop'] as const

export const outages: readonly FaultKind[] = [
  {
    weight: 2,
    explains: OF_DISK,
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
    weight: 3,
    explains: OF_DATABASE,
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
    weight: 2,
    explains: OF_DATABASE,
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
    weight: 2,
    explains: OF_DISK,
    isPossible: ({ stage }) => stage.disk !== null,
    async run({ stage }, random) {
      const [freeBytes, heldMs] = [pick(random, FREE_BYTES), between(random, 0, 5_000)]
      const ending = pick(random, ENDINGS)
      stage.disk?.fill(freeBytes)
      await Bun.sleep(heldMs)
      await stage[ending]()
      stage.disk?.empty()
      await stage.start(1)
      await stage.recovered(`a ${ending} on a full disk`)
      return `${ending} ${heldMs} ms after the disk had only ${freeBytes / MB} MB free`
    },
  },
  {
    weight: 2,
    explains: OF_DATABASE,
    isPossible: ({ stage }) => stage.proxy !== null,
    async run({ stage }, random) {
      const [heldMs, ending] = [between(random, 0, 8_000), pick(random, ENDINGS)]
      stage.proxy?.vanish()
      await Bun.sleep(heldMs)
      await stage[ending]()
      stage.proxy?.comeBack()
      await stage.start(1)
      await stage.recovered(`a ${ending} while the database was silent`)
      return `${ending} ${heldMs} ms after the database went silent`
    },
  },
]
