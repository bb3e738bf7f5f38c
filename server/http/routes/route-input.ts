import express, { type Request, type RequestHandler, type Response } from 'express'
import { InvalidData } from '#entities/errors.ts'
import { type Route, rawBody } from '#server/plugin/route/route.ts'
import { fileInputsOf } from '#server/plugin/route/uploaded-file.ts'
import type { RequestBounds } from '../../settings/bounds.ts'
import type { FormLimits } from '../../settings/form-limits.ts'
import { isMultipart } from '../multipart-form.ts'
import { parseQuery } from '../read-input.ts'
import { readForm } from './read-form.ts'

interface InputLimits {
  bounds: RequestBounds
  forms: FormLimits
}

/** The files of a form exist until `ending` is disposed. */
type ReadInput = (req: Request, res: Response, ending: AsyncDisposableStack) => Promise<unknown>

/** Returns a function that reads the query of a GET, or the body of another method. Undefined for a route without `input`. */
export function inputReaderOf({ method, options: { input } }: Route, { bounds, forms }: InputLimits): ReadInput {
  if (!input) return async () => undefined
  if (method === 'GET') return async (req) => parseQuery(req.url, bounds)
  const limits = { limit: bounds.bytes, inflate: false }
  if (input === rawBody) {
    const parseBytes = express.raw({ ...limits, type: () => true })
    return async (req, res) => {
      await parse(req, res, parseBytes)
      return req.body instanceof Uint8Array ? req.body : new Uint8Array()
    }
  }
  const parseJson = express.json({ ...limits, strict: false })
  const parseForm = express.urlencoded({ ...limits, extended: true, parameterLimit: bounds.entries })
  const files = fileInputsOf(input)
  return async (req, res, ending) => {
    if (isMultipart(req)) return readForm(req, { files, limits: forms, textBytes: bounds.bytes, ending })
    await parse(req, res, parseJson)
    await parse(req, res, parseForm)
    if (req.body === undefined && hasBody(req)) throw new InvalidData('Send the body as a form or as JSON.')
    return req.body ?? {}
  }
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const parse = (req: Request, res: Response, parser: RequestHandler): Promise<void> =>
  new Promise((resolve, reject) => {
    parser(req, res, (error?: unknown) => (error ? reject(error) : resolve()))
  })
