import { parentPort } from 'node:worker_threads'
import { type BuiltGraph, buildGraph } from '../routing/build/build.ts'
import { checkGraph } from '../routing/check.ts'
import type { GraphReply, GraphTask } from './graphs.ts'

/* The thread side of `graphs.ts`: one task, one answer. */

parentPort?.once('message', ({ network, vehicle }: GraphTask) => {
  const reply = answer(() => {
    // Typed arrays of a country: the collector alone waits until there are gigabytes of them.
    const built = buildGraph(network, vehicle, () => Bun.gc(true))
    Bun.gc(true)
    // Here, where the other graph is built at the same time, and not when both are there.
    if (built !== null) checkGraph(built.bytes)
    return built
  })
  const memory = 'built' in reply && reply.built ? [reply.built.bytes.buffer] : []
  parentPort?.postMessage(reply, memory)
})

function answer(build: () => BuiltGraph | null): GraphReply {
  try {
    return { built: build() }
  } catch (error) {
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
