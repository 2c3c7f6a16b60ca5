/*
 * Preloaded where the same bytes are to come out twice: the clock stands still at
 * SOURCE_DATE_EPOCH, and what is random comes from a generator that always begins alike. In
 * threads, too. What is made so holds no secret, which a test asserts.
 */
import nodeCrypto from 'node:crypto'
import { isMainThread } from 'node:worker_threads'

const nowMs = Number(process.env['SOURCE_DATE_EPOCH']) * 1000
if (!Number.isSafeInteger(nowMs)) throw new Error('SOURCE_DATE_EPOCH is not set')

const NEVER_MS = 2 ** 31 - 1

const RealDate = Date
Date.now = () => nowMs
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args) =>
    Reflect.construct(target, args.length === 0 ? [nowMs] : args, target),
})

let state = 1
/** Numerical Recipes' linear congruential generator: any that is not random will do. */
function nextByte(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state >>> 24
}

Math.random = () => nextByte() / 256
function fill<T>(values: T): T {
  if (!ArrayBuffer.isView(values)) throw new Error('only views are filled here')
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  for (let i = 0; i < bytes.length; i++) bytes[i] = nextByte()
  return values
}
crypto.getRandomValues = fill
// The one that the database's engine takes, for its nonce.
nodeCrypto.randomFillSync = fill

// A slow machine writes no more signs of life than a fast one.
const realInterval = globalThis.setInterval
globalThis.setInterval = Object.assign(() => realInterval(() => {}, NEVER_MS), realInterval)

if (isMainThread) {
  globalThis.Worker = new Proxy(Worker, {
    construct: (target, [url, options]) =>
      Reflect.construct(target, [url, { ...options, preload: [import.meta.path] }], target),
  })
}
