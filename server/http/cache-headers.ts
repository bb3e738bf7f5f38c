import type { Response } from 'express'
import type { ProcedureResponse } from '#routers/context/context.ts'

/**
 * The headers that select a caller or a compression: caches must not give a response to callers with other values.
 */
const SELECTING_HEADERS = [
  'Authorization',
  'Cookie',
  'X-Medusa-Access-Token',
  'X-Publishable-Api-Key',
  'Accept-Encoding',
].join(', ')

/**
 * Replaces `no-store` for a response that caches may store. Caches ask the shop before each use, except shared caches
 * for `sharedSeconds`.
 */
export function setCacheHeaders(res: Response, audience: ProcedureResponse['audience'], sharedSeconds: number): void {
  if (!audience) return
  res.vary(SELECTING_HEADERS)
  res.setHeader('Cache-Control', cacheControlOf(audience, sharedSeconds))
}

/** A request with `locale` has one response for all values of `Accept-Language`, so caches keep one for each language. */
export function setLanguageHeaders(res: Response, language: ProcedureResponse['language']): void {
  if (!language) return
  res.setHeader('Content-Language', language.code)
  if (language.isNegotiated) res.vary('Accept-Language')
}

/** For a response whose address names its version: all caches keep it for a year. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

export function setImmutable(res: Response): void {
  res.vary('Accept-Encoding')
  res.setHeader('Cache-Control', IMMUTABLE)
}

function cacheControlOf(audience: NonNullable<ProcedureResponse['audience']>, sharedSeconds: number): string {
  if (audience === 'customer') return 'private, no-cache'
  return sharedSeconds > 0 ? `public, max-age=0, s-maxage=${sharedSeconds}` : 'public, no-cache'
}
