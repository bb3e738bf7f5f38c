import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ids = new WeakMap<IncomingMessage, string>()

/** Returns the `X-Request-Id` of the request, or a generated id if the header is missing or invalid. */
export function requestIdOf(req: IncomingMessage): string {
  const knownId = ids.get(req)
  if (knownId) return knownId
  const header = req.headers['x-request-id']
  const id = typeof header === 'string' && /^[\w.:+/=-]{1,128}$/.test(header) ? header : randomUUID()
  ids.set(req, id)
  return id
}
