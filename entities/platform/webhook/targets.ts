import { BlockList, isIP } from 'node:net'

/** `any` allows webhooks to call private networks. */
export type WebhookTargets = 'public' | 'any'

export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return true
  const family = version === 6 ? 'ipv6' : 'ipv4'
  return privateNetworks[family].check(address, family)
}

/** Recognizes addresses and `localhost`. Other names are not resolved here. */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isIP(name) > 0 ? isPrivateAddress(name) : /(^|\.)localhost$/i.test(name)
}

/* Networks of the IANA special-purpose address registries, and multicast. In IPv6, only 2000::/3 is public. */
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
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  ipv6: ['::/3', '2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '4000::/2', '8000::/1'],
} as const

// A shared list would treat every IPv4 address as private, because its IPv4-mapped IPv6 address is in ::/3.
const privateNetworks = { ipv4: blockList('ipv4'), ipv6: blockList('ipv6') }

function blockList(family: keyof typeof networks): BlockList {
  const list = new BlockList()
  for (const network of networks[family]) {
    const [address, length] = network.split('/') as [string, string]
    list.addSubnet(address, Number(length), family)
  }
  return list
}
