import type { ServerResponse } from 'node:http'
import { type RequestWatch, tenths } from './request-watch.ts'

/** Has the answer say how long it took, and what part of that PostgreSQL had: browsers show it among their requests. */
export function tellTimings(res: ServerResponse, watch: RequestWatch): void {
  const { writeHead } = res
  res.writeHead = ((...given: Parameters<typeof writeHead>) => {
    res.writeHead = writeHead
    const { statements, sqlMilliseconds, milliseconds } = watch
    const database = `db;dur=${tenths(sqlMilliseconds)};desc="${statements} statement${statements === 1 ? '' : 's'}"`
    if (!res.headersSent) res.setHeader('Server-Timing', `${database}, total;dur=${milliseconds}`)
    return res.writeHead(...given)
  }) as typeof writeHead
}
