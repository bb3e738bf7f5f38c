import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a server and PostgreSQL. */
export interface LossyProxy extends AsyncDisposable {
  /** By which PostgreSQL is reached through it. */
  url: string
  /** How many commits were done whose answer nobody got. */
  lost: number
  /** Asked at each commit that comes by: whether its answer is to be lost. */
  isToBeLost: () => boolean
}

/** How a connection says that a transaction is to be committed: as a text, or by the name of a prepared statement. */
const COMMIT = Buffer.from('commit\0')

/** Passes on everything, until told to cut a connection once PostgreSQL has answered its commit. */
export async function openLossyProxy(databaseUrl: string): Promise<LossyProxy> {
  const behind = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer({ noDelay: true }, (client) => {
    const database = keep(connect({ host: behind.hostname, port: Number(behind.port), noDelay: true }))
    let isLosing = false
    keep(client).on('data', (data) => {
      isLosing ||= data.includes(COMMIT) && proxy.isToBeLost()
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
    isToBeLost: () => false,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  return proxy
}
