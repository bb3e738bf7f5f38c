import type { RequestHandler } from 'express'
import { sendCompressed } from './send-json.ts'

/** Queries of the console with numbers and names only: no secret, and no text of the caller (BREACH). */
const PLAIN = new Set(['/admin.auth.permissions', '/admin.statistics.sales'])

/** Compresses the answers of long queries of the console. The answer to a batch stays as it is. */
export const compressAnswers: RequestHandler = (req, res, next) => {
  if (req.method !== 'GET' || !PLAIN.has(req.path)) return next()
  const parts: Buffer[] = []
  const { write, end } = res
  const keep = (part: unknown) => {
    if (typeof part === 'string' || part instanceof Uint8Array) parts.push(Buffer.from(part as string))
    return true
  }
  res.write = keep
  res.end = (part?: unknown) => {
    keep(part)
    Object.assign(res, { write, end })
    res.vary('Accept-Encoding')
    sendCompressed(res, Buffer.concat(parts)).catch(next)
    return res
  }
  next()
}
