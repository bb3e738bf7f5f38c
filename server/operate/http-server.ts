import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpSettings } from './settings.ts'

/**
 * Creates a server that closes idle connections. Node responds with 408 to a request that arrives too slowly. A
 * connection is closed if its client reads nothing of a response for `stallTimeout`.
 */
export function httpServer(settings: HttpSettings, listener: RequestListener): Server {
  const { maxHeadersCount, stallTimeout, ...timeouts } = settings
  const lines = new WeakMap<Socket, Line>()
  const server = createServer({ ...timeouts, connectionsCheckingInterval: 1000 }, oneAtATime(listener, lines))
  server.maxHeadersCount = maxHeadersCount
  // Node calls this for each connection without progress, also for one that is kept alive. A response without progress
  // can be healthy: an event stream, or a slow query. Requests that arrive too slowly have other timeouts.
  return server.setTimeout(stallTimeout, (socket) => {
    const isKeptAlive = lines.get(socket)?.last.closed
    if (isKeptAlive || socket.writableLength > 0) socket.destroy()
  })
}

interface Line {
  last: ServerResponse
  waiting: number
}

/** Maximum number of requests of one connection that wait for an earlier response. */
const MOST_WAITING = 10

/**
 * Handles the requests of one connection one after another. Node emits all pipelined requests of a packet at the same
 * time, and their responses would use memory until the first one is sent.
 */
function oneAtATime(listener: RequestListener, lines: WeakMap<Socket, Line>): RequestListener {
  return (req, res) => {
    const { socket } = req
    const line = lines.get(socket) ?? { last: res, waiting: 0 }
    lines.set(socket, line)
    const before = line.last
    line.last = res
    if (before === res || before.closed) return listener(req, res)
    line.waiting += 1
    if (line.waiting > MOST_WAITING) socket.destroy()
    before.once('close', () => {
      line.waiting -= 1
      if (!socket.destroyed) listener(req, res)
    })
  }
}
