import type { RequestHandler } from 'express'
import { requestIdOf } from './request-id.ts'
import { STRICT_TRANSPORT, securityHeaders } from './security-headers.ts'

/** What holds of every answer, whoever gives it: it names its request, and tells browsers what may be done with it. */
export const atTheEdge = (): RequestHandler => (req, res, next) => {
  for (const [name, value] of securityHeaders) res.setHeader(name, value)
  if (req.secure) res.setHeader(...STRICT_TRANSPORT)
  res.setHeader('X-Request-Id', requestIdOf(req))
  next()
}
