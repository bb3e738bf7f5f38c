import { z } from 'zod'

/** Origins, separated by commas. An entry between slashes is a regular expression. */
export const Origins = z.string().transform((list, context) =>
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
    return pattern ? new RegExp(pattern[1]!, pattern[2]) : isOrigin(entry) ? entry : undefined
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
  return `contains ${entry}, which is not an origin. Write scheme and host in lower case without a path, such as https://shop.example`
}

const ProxyAddress = z.union([
  z.ipv4(),
  z.ipv6(),
  z.cidrv4(),
  z.cidrv6(),
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
])

/** The values of `trust proxy` in Express. */
export const TrustProxy = z.string().transform((value, context): boolean | number | string => {
  if (value === 'true' || value === 'false') return value === 'true'
  if (/^\d+$/.test(value)) return Number(value)
  const isValid = value.split(',').every((address) => ProxyAddress.safeParse(address.trim()).success)
  if (!isValid) context.addIssue('must be true, false, a number of proxies, or their addresses, such as 10.0.0.0/8')
  return value
})
