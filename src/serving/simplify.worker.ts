import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { simplifyFlatGeobuf } from '../boundaries/simplify.ts'
import { MAPPED_MODE, mapFile } from '../system/mapped-file.ts'
import type { ThreadFault, ThreadReply, ThreadTask } from './simplifier.ts'

/* The thread side of `simplifier.ts`: one task, one answer. */

parentPort?.once('message', (task: ThreadTask) => parentPort?.postMessage(answer(task)))

function answer({ source, tolerance, target }: ThreadTask): ThreadReply {
  try {
    write(target, simplifyFlatGeobuf(mapFile(source), tolerance))
    return { fault: null }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function faultOf(error: unknown): ThreadFault {
  if (!(error instanceof Error)) return { code: null, message: String(error) }
  if ('code' in error) return { code: String(error.code), message: error.message }
  return { code: null, message: error.stack ?? error.message }
}

/** To the disk itself: a file with its final name must be whole after a power cut, too. */
function write(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'w', MAPPED_MODE)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
