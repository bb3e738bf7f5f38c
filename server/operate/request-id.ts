import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ids = new WeakMap<IncomingMessage, string>()

/** Returns the `X-Request-Id` of the request, or a generated id if the header is missing or invalid. */
export function requestIdOf(req: IncomingMessage): string {
  const known = ids.get(req)
  if (known) return known
  const given = req.headers['x-request-id']
  const id = typeof given === 'string' && /^[\w.:+/=-]{1,128}$/.test(given) ? given : randomUUID()
  ids.set(req, id)
  return id
}
