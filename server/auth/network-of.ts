import { isIPv6 } from 'node:net'

/** Returns an IPv4 address, or the /64 network of an IPv6 address, because a customer can use a whole /64. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip
    .replace(/%.*$/, '')
    .replace(/\d+\.\d+\.\d+\.\d+$/, '0:0')
    .split('::')
  const [left, right] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0)
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

const groupsOf = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
