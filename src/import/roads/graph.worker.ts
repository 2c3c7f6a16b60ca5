import { closeSync, openSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { buildGraphPieces, type GraphPieces } from '../../routing/build/build.ts'
import { checkGraph } from '../../routing/graph/check.ts'
import { mapFile } from '../../system/mapped-file.ts'
import type { GraphReply, GraphTask, WrittenGraph } from './graphs.ts'

/* The thread side of `graphs.ts`: one task, one answer. */

const PIECE_BYTES = 1 << 24

parentPort?.once('message', (task: GraphTask) => {
  parentPort?.postMessage(answer(task))
})

function answer(task: GraphTask): GraphReply {
  try {
    const written = writeGraph(task)
    // Garbage of the build must not add to the memory of the check.
    Bun.gc(true)
    if (written !== null) checkGraph(mapFile(task.path))
    return { written }
  } catch (error) {
    if (!(error instanceof Error)) return { bug: String(error) }
    if ('code' in error && 'syscall' in error) {
      return { failure: { code: String(error.code), message: error.message } }
    }
    return { bug: error.stack ?? error.message }
  }
}

function writeGraph({ network, vehicle, path }: GraphTask): WrittenGraph | null {
  // Typed arrays of a country: the collector alone waits until there are gigabytes of them.
  const built = buildGraphPieces(network, vehicle, () => Bun.gc(true))
  return built && { size: writePieces(path, built), summary: built.summary }
}

/** The size of the file. */
function writePieces(path: string, { pieces }: GraphPieces): number {
  const file = openSync(path, 'w')
  let size = 0
  try {
    for (const piece of pieces) {
      for (let at = 0; at < piece.length; ) {
        at += writeSync(file, piece, at, Math.min(PIECE_BYTES, piece.length - at))
      }
      size += piece.length
    }
  } finally {
    closeSync(file)
  }
  return size
}
