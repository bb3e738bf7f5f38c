import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ids = new WeakMap<IncomingMessage, string>()

/** The name that a proxy, or the caller, gave to the request; else one of our own. Always the same for one request. */
export function requestIdOf(req: IncomingMessage): string {
  const known = ids.get(req)
  if (known) return known
  const given = req.headers['x-request-id']
  const id = typeof given === 'string' && /^[\w.:+/=-]{1,128}$/.test(given) ? given : randomUUID()
  ids.set(req, id)
  return id
}
