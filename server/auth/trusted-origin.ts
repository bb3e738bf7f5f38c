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

/**
 * Whether a program or a script of a web page sends the request, and not a link, an image or a form. A browser names
 * the kind in `Sec-Fetch-Mode`. A browser that does not send this header asks for HTML if it follows a link, and for the type
 * of file that it embeds.
 */
export function isScripted({ headers }: Request): boolean {
  const { origin, accept, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  // A script that reads from another origin always names its own.
  if (origin === undefined && site !== undefined && site !== 'same-origin') return false
  return mode === undefined ? !ACCEPT_OF_BROWSER.test(accept ?? '') : mode === 'cors' || mode === 'same-origin'
}

const ACCEPT_OF_BROWSER = /text\/html|^(image|video|audio|font)\/|^text\/css/
