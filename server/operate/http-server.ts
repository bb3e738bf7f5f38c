import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpSettings } from '../settings/operate.ts'

/** Closes idle connections, and connections whose client reads nothing of a response for `stallTimeout`. */
export function httpServer(settings: HttpSettings, listener: RequestListener): Server {
  const { maxHeadersCount, stallTimeout, ...timeouts } = settings
  const queues = new WeakMap<Socket, RequestQueue>()
  const server = createServer({ ...timeouts, connectionsCheckingInterval: 1000 }, handleInSequence(listener, queues))
  server.maxHeadersCount = maxHeadersCount
  // Node calls this function for each connection without progress. An event stream or a slow query may have no
  // progress, and requests that arrive too slowly have other timeouts.
  return server.setTimeout(stallTimeout, (socket) => {
    const isKeptAlive = queues.get(socket)?.last.closed
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else if (isKeptAlive) socket.destroySoon()
  })
}

interface RequestQueue {
  last: ServerResponse
  waiting: number
}

/** Maximum number of requests of one connection that wait for an earlier response. */
const MAX_WAITING = 10

/** Node emits all pipelined requests together. Their responses would use memory until the first one is sent. */
function handleInSequence(listener: RequestListener, queues: WeakMap<Socket, RequestQueue>): RequestListener {
  return (req, res) => {
    const { socket } = req
    const queue = queues.get(socket) ?? { last: res, waiting: 0 }
    queues.set(socket, queue)
    const before = queue.last
    queue.last = res
    if (before === res || before.closed) return listener(req, res)
    queue.waiting += 1
    if (queue.waiting > MAX_WAITING) socket.destroy()
    before.once('close', () => {
      queue.waiting -= 1
      if (!socket.destroyed) listener(req, res)
    })
  }
}
