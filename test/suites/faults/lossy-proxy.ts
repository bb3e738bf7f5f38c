import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface LossyProxy extends AsyncDisposable {
  url: string
  lost: number
  shouldLoseResponse: () => boolean
}

/** A commit contains this text, or the name of its prepared statement. */
const COMMIT = 'commit\0'

/**
 * Opens a proxy that forwards all data, and cuts a connection after the response to a statement that contains `text` if
 * `shouldLoseResponse` returns true.
 */
export async function openLossyProxy(databaseUrl: string, text = COMMIT): Promise<LossyProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer({ noDelay: true }, (client) => {
    const database = track(connect({ host: target.hostname, port: Number(target.port), noDelay: true }))
    let isLosing = false
    track(client).on('data', (data) => {
      isLosing ||= data.includes(text) && proxy.shouldLoseResponse()
      database.write(data)
    })
    database.on('data', (data) => {
      if (!isLosing) return client.write(data)
      proxy.lost += 1
      client.destroy()
      database.destroy()
    })
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const proxy: LossyProxy = {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    lost: 0,
    shouldLoseResponse: () => false,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  return proxy
}
