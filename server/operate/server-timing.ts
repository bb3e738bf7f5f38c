import type { ServerResponse } from 'node:http'
import { type RequestMonitor, roundToTenths } from './request-monitor.ts'

export function addServerTiming(res: ServerResponse, watch: RequestMonitor): void {
  const { writeHead } = res
  res.writeHead = ((...args: Parameters<typeof writeHead>) => {
    res.writeHead = writeHead
    const { statements, sqlMilliseconds, milliseconds } = watch
    const database = `db;dur=${roundToTenths(sqlMilliseconds)};desc="${statements} statement${statements === 1 ? '' : 's'}"`
    if (!res.headersSent) res.setHeader('Server-Timing', `${database}, total;dur=${milliseconds}`)
    return res.writeHead(...args)
  }) as typeof writeHead
}
