import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { requestIdOf } from './request-id.ts'
import { RequestWatch, type WatchSettings } from './request-watch.ts'
import { STRICT_TRANSPORT, securityHeaders } from './security-headers.ts'
import { tellTimings } from './server-timing.ts'

export interface EdgeSettings extends WatchSettings {
  /** Whether answers carry `Server-Timing`. */
  tellsTimings: boolean
}

/**
 * What holds of every answer, whoever gives it: it names its request, tells browsers what may be done with it, and is
 * written down. Where nobody wants to know of requests they are not watched.
 */
export function atTheEdge(settings: EdgeSettings): RequestHandler {
  const { logger, telemetry, tellsTimings } = settings
  const isWatching = logger.isLevelEnabled('info') || telemetry !== undefined || tellsTimings
  return (req, res, next) => {
    for (const [name, value] of securityHeaders) res.setHeader(name, value)
    if (req.secure) res.setHeader(...STRICT_TRANSPORT)
    const id = requestIdOf(req)
    res.setHeader('X-Request-Id', id)
    if (isWatching) {
      const watch = new RequestWatch(req, settings)
      watches.set(req, watch)
      if (tellsTimings) tellTimings(res, watch)
      res.once('close', () => watch.end(settings, id, res))
    }
    next()
  }
}

/** Who watches over the request, if anybody does. */
export const watchOf = (req: IncomingMessage): RequestWatch | undefined => watches.get(req)

const watches = new WeakMap<IncomingMessage, RequestWatch>()
