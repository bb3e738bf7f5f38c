import type { Request } from 'express'
import type { Device } from '#entities/people/session/start-session.ts'
import { abbreviateAddress } from './abbreviate-address.ts'
import { clientAddressOf } from './client-address.ts'

/** The device of the caller, for the list of its sessions. */
export const deviceOf = (req: Request): Device => ({
  user_agent: req.headers['user-agent'] ?? '',
  address: abbreviateAddress(clientAddressOf(req)),
})
