import { isIP } from 'node:net'
import { compile } from 'proxy-addr'
import { z } from 'zod'

/** Origins, separated by commas. An entry between slashes is a regular expression. */
export const OriginList = z.string().transform((list, context) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const origin = parseOrigin(entry)
      if (origin) return origin
      context.addIssue({ code: 'custom', message: originError(entry) })
      return z.NEVER
    }),
)

function parseOrigin(entry: string): string | RegExp | undefined {
  const pattern = PATTERN.exec(entry)
  try {
    if (pattern) return new RegExp(pattern[1]!, pattern[2])
    return isOrigin(entry) ? entry : undefined
  } catch {
    return undefined
  }
}

const PATTERN = /^\/(.+)\/([a-z]*)$/

/** The browser sends the origin in this spelling. Applications for phones have other schemes. */
const isOrigin = (entry: string): boolean =>
  /^https?:/i.test(entry) ? new URL(entry).origin === entry : /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s@]+$/.test(entry)

function originError(entry: string): string {
  if (PATTERN.test(entry)) return `contains ${entry}, which is not a valid regular expression`
  const isPage = /^https?:/i.test(entry) && URL.canParse(entry)
  return `contains ${entry}, which is not an origin. Write ${isPage ? new URL(entry).origin : 'one such as https://shop.example, or a regular expression between slashes'}`
}

/** The storefront of a developer, on any port of the same machine. */
export const LOCAL_ORIGINS = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** IP addresses and ranges, separated by commas. */
export const AddressList = z.string().transform((list, context): string[] => {
  const addresses = list.split(',').map((address) => address.trim())
  try {
    compile(addresses)
    return addresses
  } catch {
    context.addIssue('must be IP addresses or ranges, such as 10.0.0.0/8, separated by commas')
    return z.NEVER
  }
})

/** Returns whether an IP address is in a list of addresses and ranges. */
export function addressMatcher(addresses: string[]): (ip: string) => boolean {
  const isListed = compile(addresses)
  return (ip) => isIP(ip) !== 0 && isListed(ip, 0)
}

/** The values of `trust proxy` in Express. */
export const TrustProxy = z.string().transform((value, context): boolean | number | string => {
  if (value === 'true' || value === 'false') return value === 'true'
  if (/^\d+$/.test(value)) return Number(value)
  try {
    compile(value.split(',').map((address) => address.trim()))
  } catch {
    context.addIssue('must be true, false, a number of proxies, or their addresses, such as 10.0.0.0/8')
  }
  return value
})
