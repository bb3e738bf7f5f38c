import { hash } from 'node:crypto'
import type { Response } from 'express'

/**
 * Sends JSON as `res.json` does, made into bytes once and without asking for what is known. What answers a reading says by
 * its ETag what it is, and is not sent again (304) to who has it already; nobody keeps the answers of changes, so these have
 * none.
 */
export function sendJson(res: Response, answer: unknown, bytes = jsonBytesOf(answer)): void {
  if (!bytes || res.statusCode === 204) {
    res.json(answer)
    return
  }
  const { length } = bytes
  const { method } = res.req
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead) res.setHeader('ETag', `W/"${length.toString(16)}-${hash('sha1', bytes, 'base64').slice(0, 27)}"`)
  if (isRead && res.req.fresh) {
    res.status(304).end()
    return
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', length)
  if (method === 'HEAD') res.end()
  else res.end(bytes)
}

/** An answer as the bytes of its JSON; undefined where it has none. */
export function jsonBytesOf(answer: unknown): Buffer | undefined {
  const json: string | undefined = JSON.stringify(answer)
  return json === undefined ? undefined : Buffer.from(json)
}
