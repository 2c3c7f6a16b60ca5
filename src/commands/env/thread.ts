import { parentPort, type Worker } from 'node:worker_threads'
import { assert } from '../../base/assert.ts'
import { ServiceError } from '../../base/errors.ts'
import { type CommandEnv, reportFailure } from './command.ts'

/*
 * A command that works for seconds without a pause runs in a thread of its own: signals come to the
 * main thread alone, and only when that pauses. So the first Ctrl-C is answered at once, and the
 * second ends the process at once.
 */

/** The start data of the thread. */
export interface ThreadData {
  readonly argv: readonly string[]
  /** Int32[1], shared: 1 once the command is to stop. */
  readonly stop: Int32Array
  /** Whether a person can answer questions. */
  readonly mayAsk: boolean
}

type ToThread = 'stop' | 'yes' | 'no'

type FromThread =
  | { readonly kind: 'out' | 'log' | 'progress' | 'ask'; readonly text: string }
  | { readonly kind: 'end'; readonly code: number }

const STOPPING =
  'Stopping: what is half made is being removed. Another Ctrl-C leaves at once, and the next ' +
  'import removes it.'

/** Whether the command builds indexes. */
export function takesLong([command, action]: readonly string[]): boolean {
  const both = `${command} ${action}`
  return (
    command === 'import' ||
    command === 'update' ||
    both === 'datasets rebuild' ||
    both === 'places remove'
  )
}

/** The exit code of a command line that runs in a thread made by `newThread`. */
export async function runInThread(
  newThread: (data: ThreadData) => Worker,
  argv: readonly string[],
  env: CommandEnv,
): Promise<number> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const thread = newThread({ argv, stop, mayAsk: env.ask !== null })
  const answer = (isYes: boolean) => thread.postMessage((isYes ? 'yes' : 'no') satisfies ToThread)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  thread.on('message', (message: FromThread) => {
    if (message.kind === 'end') resolve(message.code)
    else if (message.kind === 'ask') env.ask?.(message.text).then(answer, reject)
    else if (message.kind !== 'progress' || !env.signal.aborted) env[message.kind](message.text)
  })
  thread.on('error', reject)
  thread.on('exit', () => reject(new Error('the thread of the command has ended by itself')))
  env.signal.addEventListener('abort', () => {
    env.progress('')
    env.log(STOPPING)
    Atomics.store(stop, 0, 1)
    thread.postMessage('stop' satisfies ToThread)
  })
  try {
    return await promise
  } catch (error) {
    return reportFailure(error, env, argv.includes('--json'))
  } finally {
    thread.removeAllListeners()
    await thread.terminate()
  }
}

/** The thread's side: runs the command line and sends all its output to the main thread. */
export async function runHere(
  { argv, stop, mayAsk }: ThreadData,
  run: (argv: readonly string[], env: CommandEnv) => Promise<number>,
): Promise<void> {
  assert(parentPort, 'this runs in a thread')
  const main = parentPort
  const stopped = new AbortController()
  let answered: (isYes: boolean) => void = () => {}
  main.on('message', (message: ToThread) => {
    if (message === 'stop') stopped.abort()
    else answered(message === 'yes')
  })
  const tell = (message: FromThread): void => main.postMessage(message)
  /** One question at a time. */
  const ask = (text: string) =>
    new Promise<boolean>((resolve) => {
      answered = resolve
      tell({ kind: 'ask', text })
    })
  const code = await run(argv, {
    variables: process.env,
    out: (text) => tell({ kind: 'out', text }),
    log: (text) => tell({ kind: 'log', text }),
    progress(text) {
      // The thread takes the stop message only in a pause.
      if (text !== '' && Atomics.load(stop, 0) === 1) {
        throw new ServiceError('INTERRUPTED', 'Stopped. The active dataset is as it was before.')
      }
      tell({ kind: 'progress', text })
    },
    ask: mayAsk ? ask : null,
    signal: stopped.signal,
  })
  tell({ kind: 'end', code })
}
