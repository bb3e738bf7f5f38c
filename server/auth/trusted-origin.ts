import type { Request } from 'express'

export type Origins = readonly (string | RegExp)[]

/**
 * Returns true if the request has no origin (it is not from a browser), or comes from this host or one of `origins`.
 * Protects against CSRF: browsers send cookies with requests from other sites too.
 */
export function isTrusted({ headers: { origin }, host }: Request, origins: Origins): boolean {
  if (origin === undefined) return true
  if (URL.canParse(origin) && new URL(origin).host === host) return true
  return origins.some((entry) => (typeof entry === 'string' ? entry === origin : origin.search(entry) >= 0))
}

/**
 * Returns true if a program or a script sent the request, and not a link, an image or a form. Uses `Sec-Fetch-Mode`. A
 * browser without this header requests HTML for a link, and the type of the file for an embedded file.
 */
export function isScripted({ headers }: Request): boolean {
  const { origin, accept, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  // A script that reads from another origin always sends `Origin`.
  if (origin === undefined && site !== undefined && site !== 'same-origin') return false
  return mode === undefined ? !ACCEPT_OF_BROWSER.test(accept ?? '') : mode === 'cors' || mode === 'same-origin'
}

const ACCEPT_OF_BROWSER = /text\/html|^(image|video|audio|font)\/|^text\/css/
