import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface BreakableConnection extends AsyncDisposable {
  url: string
  /** Closes all connections and refuses new ones. */
  break(): void
  restore(): void
}

/** Forwards connections to a server, and can break them. */
export async function openBreakableConnection(target: string): Promise<BreakableConnection> {
  const { port, hostname } = new URL(target)
  const sockets = new Set<Socket>()
  let isBroken = false
  const server = createServer((near) => {
    if (isBroken) return void near.destroy()
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy()
  }
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    break() {
      isBroken = true
      closeSockets()
    },
    restore() {
      isBroken = false
    },
    async [Symbol.asyncDispose]() {
      closeSockets()
      server.close()
      await once(server, 'close')
    },
  }
}
