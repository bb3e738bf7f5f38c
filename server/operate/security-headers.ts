import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'

/*
 * An API is not a page: nothing of it may be run, framed or guessed. The headers are the same for each answer, so helmet
 * is asked for them once and not for each request. Its headers for browsers that nobody has any more are left out.
 */

const options: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
  },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}

export const securityHeaders: readonly (readonly [name: string, value: string])[] = headersOf(options)

/**
 * Names only this host, since what else runs below its domain is not ours to decide; a browser ignores it where it did not
 * come over TLS (RFC 6797, 7.2).
 */
export const STRICT_TRANSPORT = ['Strict-Transport-Security', 'max-age=31536000'] as const

/** The default for every answer: no cache stores it, and the browser does not either. */
export const NO_STORE = ['Cache-Control', 'private, no-store'] as const

function headersOf(wanted: HelmetOptions): [string, string][] {
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  helmet(wanted)(request, answer, () => {})
  return Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)])
}
