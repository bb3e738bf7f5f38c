import { transcode } from 'node:buffer'
import { hash } from 'node:crypto'
import type { Response } from 'express'
import { compress, encodingFor } from './compress-json.ts'

/** Sends JSON like `res.json`, but serializes it only once. Only GET and HEAD responses have an ETag and can be 304. */
export function sendJson(res: Response, answer: unknown, bytes = jsonBytesOf(answer)): void {
  if (!bytes || res.statusCode === 204) res.json(answer)
  else sendUnlessKnown(res, bytes)
}

/** Sends the bytes, or 304 if the client has them. The response is JSON if it has no content type. */
export function sendUnlessKnown(res: Response, bytes: Buffer): void {
  if (!sendNotModified(res, bytes)) sendBytes(res, bytes)
}

/**
 * Compresses the bytes if the client accepts it. The response must not contain a secret next to text of the caller: its
 * length would reveal the secret (BREACH). The response must have `Vary: Accept-Encoding`.
 */
export async function sendCompressed(res: Response, bytes: Buffer): Promise<void> {
  if (sendNotModified(res, bytes)) return
  const encoding = encodingFor(res.req, bytes)
  if (!encoding) return sendBytes(res, bytes)
  const compressed = await compress(bytes, encoding)
  res.setHeader('Content-Encoding', encoding)
  sendBytes(res, compressed)
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

/** Sends the bytes as they are. The response is JSON if it has no content type. */
export function sendBytes(res: Response, bytes: Buffer): void {
  if (res.headersSent) return
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/json; charset=utf-8')
  // RFC 9110 forbids the header here.
  if (res.statusCode !== 204) res.setHeader('Content-Length', bytes.length)
  if (res.req.method === 'HEAD') res.end()
  else res.end(bytes)
}

export function jsonBytesOf(answer: unknown): Buffer | undefined {
  const json: string | undefined = JSON.stringify(answer)
  if (json === undefined) return undefined
  return WIDE.test(json) ? transcode(Buffer.from(json, 'utf16le'), 'utf16le', 'utf8') : Buffer.from(json)
}

/** V8 stores a text with such a character as UTF-16, and `Buffer.from` encodes it several times slower than `transcode`. */
const WIDE = /[\u0100-\uffff]/
