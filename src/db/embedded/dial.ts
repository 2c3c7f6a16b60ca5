import { connect, Socket } from 'node:net'
import { answeredDirectory, directoryRequest } from './wire-frames.ts'

/**
 * A socket to the process that serves the database of `directory` (`directoryIdentity`) at `path`.
 * Null without an answer within `waitMsMax`, or from a process that serves another directory: the
 * lock with the path may be a copy, and another process may listen on an old path by now.
 */
export async function dial(
  path: string,
  directory: string,
  waitMsMax: number,
): Promise<Socket | null> {
  const socket = connect(path)
  const answer = await directoryOf(socket, waitMsMax)
  if (answer === directory) return socket
  socket.on('error', () => {}).destroy()
  return null
}

/** The driver can cope with a socket that fails, for `error`, but not with one it does not get. */
export function failedSocket(error: unknown): Socket {
  const failed = new Socket()
  const reason = error instanceof Error ? error : new Error(String(error))
  // Not before the driver listens: it would wait for a connection until its time is over.
  const fail = (): void => {
    if (failed.listenerCount('error') > 0) failed.destroy(reason)
    else setTimeout(fail, 1)
  }
  setImmediate(fail)
  return failed
}

/** The answer of the server there; empty without one. */
function directoryOf(socket: Socket, waitMsMax: number): Promise<string> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    const end = (answer: string): void => {
      clearTimeout(timer)
      // From now on the socket's new owner handles its events.
      socket.off('data', read).off('error', fail).off('close', fail)
      resolve(answer)
    }
    const fail = (): void => end('')
    const read = (bytes: Buffer): void => {
      received = Buffer.concat([received, bytes])
      const answer = answeredDirectory(received)
      if (answer !== null) end(answer)
    }
    const timer = setTimeout(fail, waitMsMax)
    socket.on('data', read).on('error', fail).on('close', fail)
    socket.once('connect', () => socket.write(directoryRequest()))
  })
}
