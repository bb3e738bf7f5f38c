import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Express, RequestHandler } from 'express'
import { TooManyRequests } from '#entities/errors.ts'
import { networkOf } from '#server/auth/network-of.ts'
import { refuseRequest } from './refuse-request.ts'

interface ConnectionLimit {
  max: number
  /** Returns true for addresses without a limit, such as proxies that connect for many clients. */
  isExempt: (address: string) => boolean
}

const excessSockets = new WeakSet<Socket>()

/** Counts the open connections of each address. `refuseExcess` rejects requests on connections above the limit. */
export function limitConnections(server: Server, { max: most, isExempt }: ConnectionLimit): Server {
  const open = new Map<string, number>()
  const add = (network: string, change: number) => {
    const count = (open.get(network) ?? 0) + change
    if (count > 0) open.set(network, count)
    else open.delete(network)
    return count
  }
  return server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (!remoteAddress || isExempt(remoteAddress)) return
    const network = networkOf(remoteAddress)
    if (add(network, 1) > most) excessSockets.add(socket)
    socket.once('close', () => add(network, -1))
  })
}

export const refuseExcess: RequestHandler = (req, res, next) => {
  if (!excessSockets.has(req.socket)) return next()
  res.set('Connection', 'close')
  refuseRequest(req, res, { status: 429, refusal: new TooManyRequests() })
}

/** Returns true for this machine and for proxies that `app` trusts. */
export const isProxyAddress =
  (app: Express) =>
  (address: string): boolean =>
    LOOPBACK.test(address) || (app.get('trust proxy fn') as TrustedProxy)(address, 0)

const LOOPBACK = /^(::ffff:)?127\.|^::1$/i

type TrustedProxy = (address: string, hop: number) => boolean
