import type { Request } from 'express'

/**
 * The address at which the caller reaches the server, without a slash at the end. A trusted proxy reports its protocol,
 * host and path prefix in `X-Forwarded-*` headers.
 */
export function publicUrlOf(req: Request): string {
  const origin = `${req.protocol}://${req.host}`
  return URL.canParse(origin) ? `${origin}${prefixOf(req)}` : 'http://localhost'
}

function prefixOf(req: Request): string {
  const prefix = req.get('x-forwarded-prefix')?.replace(/\/+$/, '') ?? ''
  const isTrustedProxy: (address: string | undefined, hop: number) => boolean = req.app.get('trust proxy fn')
  return PREFIX.test(prefix) && isTrustedProxy(req.socket.remoteAddress, 0) ? prefix : ''
}

const PREFIX = /^(\/[\w.~-]+)+$/
