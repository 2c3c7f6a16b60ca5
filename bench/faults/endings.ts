import type { FaultKind } from './kinds.ts'
import { between, pick } from './random.ts'

/* How the server is ended and started again. */

const WORKERS = [1, 2]

export const endings: readonly FaultKind[] = [
  {
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
    weight: 2,
    explains: null,
    isPossible: () => true,
    async run({ stage }, random) {
      const [afterMs, workers] = [between(random, 50, 2_500), pick(random, WORKERS)]
      await stage.kill()
      await stage.killStarting(workers, afterMs)
      await stage.start(workers)
      await stage.recovered('a start after two kill -9')
      return `kill -9, and again ${afterMs} ms after its start, with ${workers} thread(s)`
    },
  },
]
