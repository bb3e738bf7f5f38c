import type { Request } from 'express'

export type Origins = readonly (string | RegExp)[]

/**
 * Whether a request is sent by a program (which names no origin), by our own web site, or by one of these: not by another
 * one that has a browser send along the cookie of its owner.
 */
export function isTrusted({ headers: { origin }, host }: Request, origins: Origins): boolean {
  if (origin === undefined) return true
  if (URL.canParse(origin) && new URL(origin).host === host) return true
  return origins.some((entry) => (typeof entry === 'string' ? entry === origin : origin.search(entry) >= 0))
}
