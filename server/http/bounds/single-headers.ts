import type { RequestHandler } from 'express'
import { InvalidData } from '#entities/errors.ts'
import { refuseRequest } from './refuse-request.ts'

/** Node would take the first value of some of these and join those of others; a proxy may take the last. */
const SINGLE = new Set([
  'host',
  'authorization',
  'content-type',
  'idempotency-key',
  'origin',
  'x-medusa-access-token',
  'x-publishable-api-key',
])

/** Answers 400 to a request that has a header of one value twice. */
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
