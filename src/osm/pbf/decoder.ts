import { Worker } from 'node:worker_threads'
import { AssertionError, assert } from '../../base/assert.ts'
import type { OsmWant } from '../block.ts'
import { OsmFault } from '../fault.ts'
import { inflateBlob } from './blob.ts'
import { type DecodedBlock, decodeBlock } from './pbf.ts'

/** Turns blobs into blocks, in this thread or in others. Answers come in the order of the calls. */
export interface Decoder {
  /** Rejects with `OsmFault` for damaged bytes. Takes the memory of `blob` away from the caller. */
  decode(blob: Uint8Array<ArrayBuffer>): Promise<DecodedBlock>
  /** Stops all threads at once; what is still being decoded is never answered. */
  close(): Promise<void>
}

/** The answer of a worker: a block, damaged bytes, or a bug of ours. */
export type DecodeReply =
  | { readonly block: DecodedBlock }
  | { readonly fault: string; readonly cure: string | null }
  | { readonly bug: string }

/** First message to a worker; every later one is a blob. */
export interface DecodeSetup {
  readonly want: OsmWant
}

export function decodeBlob(blob: Uint8Array, want: OsmWant): DecodedBlock {
  return decodeBlock(inflateBlob(blob), want)
}

/** `threads` 0 decodes in the calling thread. */
export function openDecoder(threads: number, want: OsmWant): Decoder {
  if (threads === 0) {
    return {
      async decode(blob) {
        return decodeBlob(blob, want)
      },
      async close() {},
    }
  }
  const workers = Array.from({ length: threads }, () => new DecodeThread(want))
  let turn = 0
  return {
    decode(blob) {
      // In turn, not to the idlest: blobs are alike, and answers are taken in order anyway.
      const worker = workers[turn++ % threads]
      assert(worker, 'a decoder has threads')
      return worker.decode(blob)
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }
}

interface Waiting {
  readonly resolve: (block: DecodedBlock) => void
  readonly reject: (error: unknown) => void
}

/** One worker, which answers in the order it is asked. */
class DecodeThread {
  private readonly worker = new Worker(new URL('./decode.worker.ts', import.meta.url))
  private readonly waiting: Waiting[] = []
  private failure: unknown = null

  constructor(want: OsmWant) {
    this.worker.on('message', (reply: DecodeReply) => this.answer(reply))
    this.worker.on('error', (error) => this.fail(error))
    this.worker.on('exit', () => this.fail(new AssertionError('a decode thread ended by itself')))
    this.worker.postMessage({ want } satisfies DecodeSetup)
  }

  decode(blob: Uint8Array<ArrayBuffer>): Promise<DecodedBlock> {
    if (this.failure) return Promise.reject(this.failure)
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject })
      this.worker.postMessage(blob, [blob.buffer])
    })
  }

  async close(): Promise<void> {
    this.worker.removeAllListeners()
    await this.worker.terminate()
  }

  private answer(reply: DecodeReply): void {
    const next = this.waiting.shift()
    assert(next, 'a decode thread answers only what it was asked')
    if ('block' in reply) next.resolve(reply.block)
    else if ('fault' in reply) next.reject(new OsmFault(reply.fault, reply.cure))
    else next.reject(new AssertionError(reply.bug))
  }

  private fail(error: unknown): void {
    this.failure = error
    for (const { reject } of this.waiting.splice(0)) reject(error)
  }
}
