import { parentPort } from 'node:worker_threads'
import { buildGraph } from '../routing/build/build.ts'
import type { GraphReply, GraphTask } from './graphs.ts'

/* The thread side of `graphs.ts`: one task, one answer. */

parentPort?.once('message', ({ network, vehicle }: GraphTask) => {
  const reply = answer(() => buildGraph(network, vehicle))
  const memory = 'built' in reply && reply.built ? [reply.built.bytes.buffer] : []
  parentPort?.postMessage(reply, memory)
})

function answer(build: () => Extract<GraphReply, { built: unknown }>['built']): GraphReply {
  try {
    return { built: build() }
  } catch (error) {
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
