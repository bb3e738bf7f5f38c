import { isIP } from 'node:net'
import type { Request } from 'express'

/**
 * The address of the client, which a trusted proxy may have reported with a port. Empty for a text that is no address:
 * all clients with such a text share one limit.
 */
export function clientAddressOf({ ip = '' }: Pick<Request, 'ip'>): string {
  const text = ip.trim()
  const address = BRACKETS.exec(text)?.[1] ?? IPV4_WITH_PORT.exec(text)?.[1] ?? text
  return isIP(address) ? address : ''
}

const BRACKETS = /^\[([^\]]*)\](?::\d+)?$/
const IPV4_WITH_PORT = /^([\d.]+):\d+$/
