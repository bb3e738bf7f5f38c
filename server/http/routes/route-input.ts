import express, { type Request, type RequestHandler, type Response } from 'express'
import { InvalidData } from '#entities/errors.ts'
import { type Route, rawBody } from '#server/plugin/route/route.ts'
import type { RequestBounds } from '../../settings/bounds.ts'
import { parseQuery } from '../read-input.ts'

/** Reads the query of a GET, or the body of another method. Undefined for a route without `input`. */
export async function readRouteInput(
  req: Request,
  res: Response,
  { method, options: { input } }: Route,
  bounds: RequestBounds,
): Promise<unknown> {
  if (!input) return undefined
  if (method === 'GET') return parseQuery(req.url, bounds)
  const limits = { limit: bounds.bytes, inflate: false }
  if (input === rawBody) {
    await parse(req, res, express.raw({ ...limits, type: () => true }))
    return req.body instanceof Uint8Array ? req.body : new Uint8Array()
  }
  await parse(req, res, express.json({ ...limits, strict: false }))
  await parse(req, res, express.urlencoded({ ...limits, extended: true, parameterLimit: bounds.entries }))
  if (req.body === undefined && hasBody(req))
    throw new InvalidData('Send the body as a form (application/x-www-form-urlencoded) or as JSON.')
  return req.body ?? {}
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const parse = (req: Request, res: Response, parser: RequestHandler): Promise<void> =>
  new Promise((resolve, reject) => {
    parser(req, res, (error?: unknown) => (error ? reject(error) : resolve()))
  })
