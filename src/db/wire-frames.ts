/*
 * Cuts a client's bytes into messages of PostgreSQL's protocol, version 3.0
 * (postgresql.org/docs/current/protocol-message-formats.html):
 *
 *   at first    length Uint32 (itself included), code Uint32, content
 *   later       type Uint8, length Uint32 (itself included, the type not), content
 */

export type Frame =
  | { readonly kind: 'encryption' | 'startup' | 'cancel' }
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
