import { parentPort } from 'node:worker_threads'
import { assert } from '../../base/assert.ts'
import type { OsmWant } from '../block.ts'
import { OsmFault } from '../fault.ts'
import { type DecodeReply, type DecodeSetup, decodeBlob } from './decoder.ts'
import type { DecodedBlock } from './pbf.ts'

/* The thread side of `decoder.ts`: a setup first, then blobs, each answered in turn. */

let want: OsmWant | null = null

parentPort?.on('message', (message: DecodeSetup | Uint8Array) => {
  if (!(message instanceof Uint8Array)) {
    want = message.want
    return
  }
  assert(want, 'a decode thread is set up before its first blob')
  const reply = answer(message, want)
  parentPort?.postMessage(reply, 'block' in reply ? memoryOf(reply.block) : [])
})

function answer(blob: Uint8Array, wanted: OsmWant): DecodeReply {
  try {
    return { block: decodeBlob(blob, wanted) }
  } catch (error) {
    if (error instanceof OsmFault) return { fault: error.message, cure: error.cure }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Every array of a block is moved to the reader, none copied. */
function memoryOf(block: DecodedBlock): ArrayBuffer[] {
  const memory: ArrayBuffer[] = []
  for (const columns of [block.strings, block.nodes, block.ways, block.relations]) {
    if (columns === null) continue
    for (const column of Object.values(columns)) {
      if (column !== null) memory.push(column.buffer)
    }
  }
  return memory
}
