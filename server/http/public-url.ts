import type { Request } from 'express'

/**
 * The address at which the caller reaches the server, without a slash at the end. A trusted proxy reports its protocol,
 * host and path prefix in `X-Forwarded-*` headers.
 */
export function publicUrlOf(req: Request): string {
  const address = `${req.protocol === 'https' ? 'https' : 'http'}://${req.host}`
  const url = URL.parse(address)
  return url && url.href === `${url.origin}/` ? `${address}${prefixOf(req)}` : 'http://localhost'
}

function prefixOf(req: Request): string {
  const prefix = req.get('x-forwarded-prefix')?.replace(/\/+$/, '') ?? ''
  const isTrustedProxy: (address: string | undefined, hop: number) => boolean = req.app.get('trust proxy fn')
  return PREFIX.test(prefix) && isTrustedProxy(req.socket.remoteAddress, 0) ? prefix : ''
}

/** A path without `.` and `..`. */
const PREFIX = /^(\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/
