import { Worker } from 'node:worker_threads'
import { errorText } from '../base/error-text.ts'
import type { LocalDataset } from '../dataset.ts'
import { Peer } from '../serving/peer.ts'
import type { BlockAnswer, Layout } from './block-answer.ts'
import type { Question } from './local-answers.ts'
import type { RecordBlock } from './record-blocks.ts'

/** The options of a thread. */
export interface ThreadSetup {
  readonly dataset: LocalDataset
  readonly question: Question
  readonly layout: Layout
}

/** A request to a thread. */
export interface BlockThread {
  answer(block: RecordBlock): Promise<BlockAnswer>
}

/** Answers several blocks at once. */
export interface BlockAnswerer {
  /** Blocks at work at once, at most. */
  readonly width: number
  answer(block: RecordBlock): Promise<BlockAnswer>
  /** Ends running work; its answers fail. */
  close(): Promise<void>
}

interface Slot {
  readonly worker: Worker
  readonly peer: Peer<BlockThread>
  waiting: number
}

/** Threads that map one dataset, so that its files are in memory once. */
export class BlockThreads implements BlockAnswerer {
  readonly width: number
  readonly #slots: readonly Slot[]

  constructor(count: number, setup: ThreadSetup) {
    this.width = count
    this.#slots = Array.from({ length: count }, () => startThread(setup))
  }

  async answer(block: RecordBlock): Promise<BlockAnswer> {
    const slot = this.#slots.reduce((best, each) => (each.waiting < best.waiting ? each : best))
    slot.waiting++
    try {
      return await slot.peer.call('answer', block)
    } finally {
      slot.waiting--
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.map(({ worker }) => worker.terminate()))
  }
}

function startThread(setup: ThreadSetup): Slot {
  const worker = new Worker(new URL('./block.worker.ts', import.meta.url), { workerData: setup })
  const peer = new Peer<BlockThread>(worker, {})
  let fault = ''
  worker.on('error', (error) => {
    fault = `: ${errorText(error)}`
  })
  worker.on('exit', () => peer.lose(`A thread that answers rows has ended${fault}`))
  return { worker, peer, waiting: 0 }
}
