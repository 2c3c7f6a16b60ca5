import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../base/assert.ts'
import { Peer } from '../serving/peer.ts'
import { answerBlock } from './block-answer.ts'
import type { BlockThread, ThreadSetup } from './block-threads.ts'
import { askDataset } from './local-answers.ts'
import type { AskAddresses } from './row-answer.ts'

/* One of the threads that answer the blocks of a file: `block-threads.ts`. */

assert(parentPort, 'this runs in a worker')
const { dataset, question, layout }: ThreadSetup = workerData
let ask: AskAddresses | null = null

const thread: BlockThread = {
  answer(block) {
    // Opened by the first block, so that a failure is the answer to that.
    ask ??= askDataset(dataset, question)
    return answerBlock(block, layout, ask)
  },
}
new Peer<object>(parentPort, thread)
