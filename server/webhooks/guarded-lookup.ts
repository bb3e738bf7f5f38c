import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPrivateAddress } from '#entities/platform/webhook/targets.ts'

/**
 * Rejects private addresses. The connection itself calls this function, so that it uses exactly the checked address.
 */
export const guardedLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const refused = error ?? privateAddressError(addresses)
    if (refused) callback(refused, [])
    else if (options.all) callback(null, addresses)
    else callback(null, addresses[0]!.address, addresses[0]!.family)
  })
}

function privateAddressError(addresses: readonly LookupAddress[]): Error | undefined {
  return addresses.some(({ address }) => isPrivateAddress(address)) ? privateTargetError() : undefined
}

export const privateTargetError = (): Error =>
  new Error('The webhook URL leads to a private address. Use a URL with a public address.')
