import { hash } from 'node:crypto'
import type { Response } from 'express'

/** Sends JSON like `res.json`, but serializes it only once. Only GET and HEAD responses have an ETag and can be 304. */
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

export function jsonBytesOf(answer: unknown): Buffer | undefined {
  const json: string | undefined = JSON.stringify(answer)
  return json === undefined ? undefined : Buffer.from(json)
}
