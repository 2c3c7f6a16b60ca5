/*
 * Cuts a client's bytes into messages of PostgreSQL's protocol, version 3.0
 * (postgresql.org/docs/current/protocol-message-formats.html):
 *
 *   at first    length Uint32 (itself included), code Uint32, content
 *   later       type Uint8, length Uint32 (itself included, the type not), content
 */

export type Frame =
  | { readonly kind: 'encryption' | 'startup' | 'cancel' | 'directory' }
  | { readonly kind: 'message'; readonly bytes: Uint8Array }

export interface FrameReader {
  push(bytes: Uint8Array): void
  /** Null when the next message is not whole yet. Throws for what is no message at all. */
  next(): Frame | null
}

const MESSAGE_BYTES_MAX = 256 << 20
const STARTUP_BYTES_MAX = 10_000 // PostgreSQL's own limit

const PROTOCOL_MAJOR = 3
const CANCEL_REQUEST = 80_877_102
const SSL_REQUEST = 80_877_103
const GSS_REQUEST = 80_877_104
/** Saola's own: which directory is served here? Asked, like those before it, ahead of a startup. */
const DIRECTORY_REQUEST = 80_877_485
const DIRECTORY_ANSWER = 'i'

/** Asks which directory is served; the connection then continues as if it had just begun. */
export function directoryRequest(): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.writeUInt32BE(DIRECTORY_REQUEST, 4)
  return bytes
}

export function directoryAnswer(directory: string): Buffer {
  return wireMessage(DIRECTORY_ANSWER, directory)
}

/** The directory that an answer names; empty for another answer, null for half of one. */
export function answeredDirectory(bytes: Buffer): string | null {
  if (bytes.length < 5) return null
  const end = 1 + bytes.readUInt32BE(1)
  if (bytes.length < end) return null
  const isAnswer = bytes.toString('latin1', 0, 1) === DIRECTORY_ANSWER
  return isAnswer ? bytes.toString('utf8', 5, end) : ''
}

/** Type byte, length of what follows with the length itself, content. */
export function wireMessage(type: string, content: string): Buffer {
  const body = Buffer.from(content, 'utf8')
  const message = Buffer.alloc(5 + body.length)
  message.write(type, 0, 'latin1')
  message.writeUInt32BE(4 + body.length, 1)
  body.copy(message, 5)
  return message
}

export function queryMessage(sql: string): Buffer {
  return wireMessage('Q', `${sql}\0`)
}

export function createFrameReader(): FrameReader {
  let chunks: Uint8Array[] = []
  let available = 0
  let needed = 8
  let isStarted = false

  /** The first `bytes` bytes in one piece. Joining only when enough is there keeps this linear. */
  function gather(bytes: number): Buffer | null {
    if (available < bytes) {
      needed = bytes
      return null
    }
    const first = chunks[0]
    const joined = chunks.length === 1 && first ? first : Buffer.concat(chunks, available)
    chunks = [joined]
    return Buffer.from(joined.buffer, joined.byteOffset, joined.byteLength)
  }

  function drop(bytes: number): void {
    const rest = chunks[0]?.subarray(bytes)
    chunks = rest && rest.length > 0 ? [rest] : []
    available -= bytes
    needed = isStarted ? 5 : 8
  }

  function nextStartup(): Frame | null {
    const head = gather(8)
    if (!head) return null
    const length = head.readUInt32BE(0)
    const code = head.readUInt32BE(4)
    if (length < 8 || length > STARTUP_BYTES_MAX) throw new Error('this is not the protocol')
    if (!gather(length)) return null
    if (code === SSL_REQUEST || code === GSS_REQUEST) {
      drop(length)
      return { kind: 'encryption' }
    }
    if (code === DIRECTORY_REQUEST) {
      drop(length)
      return { kind: 'directory' }
    }
    if (code === CANCEL_REQUEST) return { kind: 'cancel' }
    if (code >>> 16 !== PROTOCOL_MAJOR) throw new Error('protocol 3.0 is spoken here')
    isStarted = true
    drop(length)
    return { kind: 'startup' }
  }

  function nextMessage(): Frame | null {
    const head = gather(5)
    if (!head) return null
    const length = 1 + head.readUInt32BE(1)
    if (length < 5 || length > MESSAGE_BYTES_MAX)
      throw new Error('a message has no possible length')
    const bytes = gather(length)?.subarray(0, length)
    if (!bytes) return null
    drop(length)
    return { kind: 'message', bytes }
  }

  return {
    push(bytes) {
      chunks.push(bytes)
      available += bytes.length
    },
    next() {
      if (available < needed) return null
      return isStarted ? nextMessage() : nextStartup()
    },
  }
}
