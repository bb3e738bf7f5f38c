import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpSettings } from './settings.ts'

/**
 * A server whose connections cannot be held for nothing. Node answers 408 to a request that comes too slowly, at the latest
 * a second after its time. A connection ends where its client reads nothing of an answer for `stallTimeout`.
 */
export function httpServer(settings: HttpSettings, listener: RequestListener): Server {
  const { maxHeadersCount, stallTimeout, ...timeouts } = settings
  const lines = new WeakMap<Socket, Line>()
  const server = createServer({ ...timeouts, connectionsCheckingInterval: 1000 }, oneAtATime(listener, lines))
  server.maxHeadersCount = maxHeadersCount
  // Node calls this where a connection makes no progress, also where one is kept alive for too long. An answer may be quiet
  // and healthy: an event stream, or a slow query. Requests that do not arrive have timeouts of their own.
  return server.setTimeout(stallTimeout, (socket) => {
    const isKeptAlive = lines.get(socket)?.last.closed
    if (isKeptAlive || socket.writableLength > 0) socket.destroy()
  })
}

/** The requests of one connection. */
interface Line {
  last: ServerResponse
  waiting: number
}

/** Requests of one connection that may wait for the answer to another. */
const MOST_WAITING = 10

/**
 * Handles the requests of one connection one after another. Node hands over all requests of a packet at once, and their
 * answers would wait for each other in memory. A connection with too many of them ends.
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
