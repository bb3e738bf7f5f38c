/** The property that a session must have, as in libpq. */
export type SessionTarget = (typeof SESSION_TARGETS)[number]

const SESSION_TARGETS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const

export interface DatabaseAddress {
  /** One address for each host, in the order of the list. */
  urls: [string, ...string[]]
  target: SessionTarget
}

const FORM = 'must look like postgresql://user:password@host/database'

const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/**
 * Reads `postgresql://user@first:5432,second:5432/shop?target_session_attrs=read-write`, the form of libpq for several
 * hosts. Only hosts and ports differ; user, password, database and parameters are shared.
 * @throws TypeError if the address is invalid. Its message follows the name of a variable.
 */
export function parseAddress(address: string): DatabaseAddress {
  const parts = PARTS.exec(address)
  if (!parts) throw new TypeError(FORM)
  const [, scheme = '', user = '', hosts = '', rest = ''] = parts
  const names = hosts.split(',')
  if (names.length > 1 && names.includes('')) throw new TypeError(FORM)
  if (/^[^?#]*,/.test(rest)) throw new TypeError(FORM)
  const urls = names.map((host) => `${scheme}${user}${host}${rest}`) as [string, ...string[]]
  if (!urls.every((url) => URL.canParse(url))) throw new TypeError(FORM)
  const target = new URL(urls[0]).searchParams.get('target_session_attrs') ?? 'any'
  if (!isTarget(target)) throw new TypeError(`has a target_session_attrs other than ${SESSION_TARGETS.join(', ')}`)
  return { urls, target }
}

/** Returns the hosts with their ports, without the password. */
export const hostsOf = (address: string): string => parseAddress(address).urls.map(hostOf).join(',')

export function hostOf(url: string): string {
  const { host, port } = endpointOf(url)
  return `${host}:${port}`
}

export function endpointOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) }
}

const isTarget = (text: string): text is SessionTarget => (SESSION_TARGETS as readonly string[]).includes(text)
