import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ids = new WeakMap<IncomingMessage, string>()

export function requestIdOf(req: IncomingMessage): string {
  const knownId = ids.get(req)
  if (knownId) return knownId
  const header = req.headers['x-request-id']
  const id = typeof header === 'string' && /^[\w.:+/=-]{1,128}$/.test(header) ? header : randomUUID()
  ids.set(req, id)
  return id
}
