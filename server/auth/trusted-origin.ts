import type { Request } from 'express'

export type Origins = readonly (string | RegExp)[]

/**
 * Prevents CSRF: browsers also send cookies with requests of other sites. A request without an origin is not from a
 * browser.
 */
export const isTrusted = (req: Request, origins: Origins): boolean =>
  req.headers.origin === undefined || isTrustedOrigin(req.headers.origin, req, origins)

/** Whether it is the origin of the server itself, or one of `origins`. */
export function isTrustedOrigin(origin: string, { host }: Request, origins: Origins): boolean {
  if (URL.canParse(origin) && new URL(origin).host === host) return true
  return origins.some((entry) => (typeof entry === 'string' ? entry === origin : origin.search(entry) >= 0))
}

/**
 * Returns true if a program or a script sent the request, and not a link, an image or a form. A browser without
 * `Sec-Fetch-Mode` requests HTML for a link, and the type of the file for an image.
 */
export function isScripted({ headers }: Request): boolean {
  const { origin, accept, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  // A script on another origin always sends `Origin`.
  if (origin === undefined && site !== undefined && site !== 'same-origin') return false
  return mode === undefined ? !ACCEPT_OF_BROWSER.test(accept ?? '') : mode === 'cors' || mode === 'same-origin'
}

const ACCEPT_OF_BROWSER = /text\/html|^(image|video|audio|font)\/|^text\/css/
