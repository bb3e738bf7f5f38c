import { createServer, type RequestListener, type Server } from 'node:http'
import type { HttpSettings } from './settings.ts'

/**
 * A server whose connections cannot be held for nothing. What comes too slowly is answered 408 by Node, at the latest a
 * second after its time.
 */
export function httpServer(settings: HttpSettings, listener: RequestListener): Server {
  const { maxHeadersCount, ...timeouts } = settings
  const server = createServer({ ...timeouts, connectionsCheckingInterval: 1000 }, listener)
  server.maxHeadersCount = maxHeadersCount
  return server
}
