import type { Request } from 'express'

/**
 * Whether a web site that is neither ours nor one of `allowed` had a browser send a request that may change something:
 * the cookie that comes with it is then not the word of its owner. Programs name no origin.
 */
export function isForeign(req: Request, allowed: readonly (string | RegExp)[]): boolean {
  const { origin } = req.headers
  if (origin === undefined || ['GET', 'HEAD', 'OPTIONS'].includes(req.method)) return false
  if (URL.canParse(origin) && new URL(origin).host === req.host) return false
  return !allowed.some((entry) => (typeof entry === 'string' ? entry === origin : entry.test(origin)))
}
