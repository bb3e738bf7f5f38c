import { hash } from 'node:crypto'
import type { Response } from 'express'
import { compress, encodingFor } from './compress-json.ts'

/** Sends JSON like `res.json`, but serializes it only once. Only GET and HEAD responses have an ETag and can be 304. */
export function sendJson(res: Response, answer: unknown, bytes = jsonBytesOf(answer)): void {
  if (!bytes || res.statusCode === 204) res.json(answer)
  else if (!sendNotModified(res, bytes)) sendBytes(res, bytes)
}

/**
 * Compresses the JSON if the client accepts it. The response must not contain a secret next to text of the caller: its
 * length would reveal the secret (BREACH). The response must have `Vary: Accept-Encoding`.
 */
export async function sendCompressedJson(res: Response, json: Buffer): Promise<void> {
  if (sendNotModified(res, json)) return
  const encoding = encodingFor(res.req, json)
  if (!encoding) return sendBytes(res, json)
  const bytes = await compress(json, encoding)
  res.setHeader('Content-Encoding', encoding)
  sendBytes(res, bytes)
}

function sendNotModified(res: Response, json: Buffer): boolean {
  const { method } = res.req
  if (method !== 'GET' && method !== 'HEAD') return false
  res.setHeader('ETag', entityTagOf(json))
  if (!res.req.fresh) return false
  res.status(304).end()
  return true
}

const entityTags = new WeakMap<Buffer, string>()

function entityTagOf(json: Buffer): string {
  const known = entityTags.get(json)
  if (known) return known
  const tag = `W/"${json.length.toString(16)}-${hash('sha1', json, 'base64').slice(0, 27)}"`
  entityTags.set(json, tag)
  return tag
}

function sendBytes(res: Response, bytes: Buffer): void {
  if (res.headersSent) return
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', bytes.length)
  if (res.req.method === 'HEAD') res.end()
  else res.end(bytes)
}

export function jsonBytesOf(answer: unknown): Buffer | undefined {
  const json: string | undefined = JSON.stringify(answer)
  return json === undefined ? undefined : Buffer.from(json)
}
