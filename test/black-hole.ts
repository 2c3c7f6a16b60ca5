import { connect, createServer, type Socket } from 'node:net'

/* A host that can vanish: a proxy whose connections stay open while it forwards nothing. */

export interface BlackHole {
  readonly port: number
  /** From now on nothing is forwarded, and new connections are taken without a word. */
  vanish(): void
  /** New connections are forwarded again; those of before stay as they are. */
  comeBack(): void
  close(): void
}

/** Forwards to a port of loopback. */
export async function startBlackHole(target: number): Promise<BlackHole> {
  const pairs: (readonly [Socket, Socket])[] = []
  const silent: Socket[] = []
  let isGone = false
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (isGone) {
      silent.push(socket)
      return
    }
    const behind = connect(target, '127.0.0.1')
    behind.on('error', () => socket.destroy())
    socket.pipe(behind).pipe(socket)
    socket.on('close', () => behind.destroy())
    behind.on('close', () => socket.destroy())
    pairs.push([socket, behind])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    vanish() {
      isGone = true
      for (const [socket, behind] of pairs) {
        socket.unpipe(behind)
        behind.unpipe(socket)
        for (const each of [socket, behind]) each.pause()
      }
    },
    comeBack() {
      isGone = false
    },
    close() {
      server.close()
      for (const socket of [...pairs.flat(), ...silent]) socket.destroy()
    },
  }
}
