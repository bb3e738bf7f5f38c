import { isIPv4 } from 'node:net'
import { networkOf } from './network-of.ts'

/** Enough to recognize a place, and not a household: `203.0.113.x` or `2001:db8:1:2::/64`. */
export function abbreviateAddress(ip: string): string {
  const network = networkOf(ip)
  return isIPv4(network) ? network.replace(/\d+$/, 'x') : network
}
