import type { RequestHandler } from 'express'
import { InvalidData } from '#entities/errors.ts'
import { refuseRequest } from './refuse-request.ts'

/** Node and a proxy in front of it can use different values of a repeated header. */
const SINGLE = new Set([
  'host',
  'authorization',
  'content-type',
  'idempotency-key',
  'origin',
  'x-medusa-access-token',
  'x-publishable-api-key',
])

export const refuseRepeatedHeaders: RequestHandler = (req, res, next) => {
  const repeated = repeatedHeader(req.rawHeaders)
  if (repeated === undefined) next()
  else
    refuseRequest(req, res, { status: 400, refusal: new InvalidData(`The header ${repeated} must be sent only once`) })
}

function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase()
    if (!SINGLE.has(name)) continue
    if (seen.has(name)) return name
    seen.add(name)
  }
  return undefined
}
