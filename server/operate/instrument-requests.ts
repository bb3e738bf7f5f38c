import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { requestIdOf } from './request-id.ts'
import { type MonitorSettings, RequestMonitor } from './request-monitor.ts'
import { NO_STORE, STRICT_TRANSPORT, securityHeaders } from './security-headers.ts'
import { addServerTiming } from './server-timing.ts'

export interface InstrumentationSettings extends MonitorSettings {
  sendsServerTiming: boolean
}

export function instrumentRequests(settings: InstrumentationSettings): RequestHandler {
  const { logger, telemetry, sendsServerTiming } = settings
  const isWatching = logger.isLevelEnabled('info') || telemetry !== undefined || sendsServerTiming
  return (req, res, next) => {
    for (const [name, value] of securityHeaders) res.setHeader(name, value)
    if (req.secure) res.setHeader(...STRICT_TRANSPORT)
    res.setHeader(...NO_STORE)
    const id = requestIdOf(req)
    res.setHeader('X-Request-Id', id)
    if (isWatching) {
      const watch = new RequestMonitor(req, settings)
      requestMonitors.set(req, watch)
      if (sendsServerTiming) addServerTiming(res, watch)
      res.once('close', () => watch.end(settings, id, res))
    }
    next()
  }
}

export const requestMonitorOf = (req: IncomingMessage): RequestMonitor | undefined => requestMonitors.get(req)

const requestMonitors = new WeakMap<IncomingMessage, RequestMonitor>()
