import type { Socket } from 'node:net'

/*
 * Whether a server owes an answer, by the bytes on a connection of PostgreSQL's protocol: each
 * startup, Query and Sync ends with a ReadyForQuery.
 */

/** The state of a connection. */
export interface AnswerWatch {
  /** Start of the server's silence while it owes an answer; null when it owes none. */
  silentSinceMs(): number | null
  /** Time of its last bytes; 0: never. */
  heardAtMs(): number
  /** Whether it has ever been ready for a statement. */
  isStarted(): boolean
}

const QUERY = byte('Q')
const SYNC = byte('S')
const READY = byte('Z')
const HEAD_BYTES = 5

/**
 * Watches a connection from before its startup. `onStart` gets what the server sends until it is
 * ready for the first time.
 */
export function watchAnswers(socket: Socket, onStart: (bytes: Buffer) => void): AnswerWatch {
  let owed = 0
  let isStarted = false
  let isBegun = false
  /** Of the server, or when it began to owe an answer. */
  let waitingSinceMs = 0
  let heardAtMs = 0
  const ours = messageTypes((type) => {
    isBegun = type !== QUERY && type !== SYNC
    if (!isBegun) owed++
  })
  const theirs = messageTypes((type) => {
    if (type !== READY) return
    owed--
    isStarted = true
  })
  const send = socket.write.bind(socket)
  let isStartup = true
  const observe = (bytes: Buffer): void => {
    if (owed === 0 && !isBegun) waitingSinceMs = performance.now()
    // The startup has no type, and comes alone.
    if (isStartup) owed++
    else ours(bytes)
    isStartup = false
  }
  socket.write = (bytes: Buffer, ...rest: never[]) => {
    observe(bytes)
    return send(bytes, ...rest)
  }
  socket.on('data', (bytes: Buffer) => {
    heardAtMs = performance.now()
    waitingSinceMs = heardAtMs
    if (!isStarted) onStart(bytes)
    theirs(bytes)
  })
  return {
    silentSinceMs: () => (owed > 0 || isBegun ? waitingSinceMs : null),
    heardAtMs: () => heardAtMs,
    isStarted: () => isStarted,
  }
}

/** Tells the type of each message of a stream, in pieces of any size. */
function messageTypes(onType: (type: number) => void): (bytes: Buffer) => void {
  const head = Buffer.alloc(HEAD_BYTES)
  let headBytes = 0
  let bodyBytes = 0
  return (bytes) => {
    let at = 0
    while (at < bytes.length) {
      const passed = Math.min(bodyBytes, bytes.length - at)
      bodyBytes -= passed
      at += passed
      const taken = Math.min(HEAD_BYTES - headBytes, bytes.length - at)
      bytes.copy(head, headBytes, at, at + taken)
      headBytes += taken
      at += taken
      if (headBytes < HEAD_BYTES) return
      headBytes = 0
      bodyBytes = Math.max(0, head.readUInt32BE(1) - 4)
      onType(head[0] ?? 0)
    }
  }
}

function byte(character: string): number {
  return character.charCodeAt(0)
}
