import { BlockList, isIP } from 'node:net'

/** What webhooks may call: only addresses of the public internet, or any, the network of the shop included. */
export type Targets = 'public' | 'any'

/** Whether the address is one of this machine, of its network, or of nobody. */
export function isPrivateAddress(address: string): boolean {
  return privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether the host of a URL names such an address by itself, without being looked up. */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isIP(name) > 0 ? isPrivateAddress(name) : /(^|\.)localhost$/i.test(name)
}

// https://www.iana.org/assignments/iana-ipv4-special-registry, and the one for IPv6.
const networks = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  ipv6: [
    '::/128',
    '::1/128',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'ff00::/8',
  ],
} as const

const privateNetworks = new BlockList()
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const network of networks[family]) {
    const [address, length] = network.split('/') as [string, string]
    privateNetworks.addSubnet(address, Number(length), family)
  }
}
