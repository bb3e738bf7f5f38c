import type { Config } from '#server/config.ts'

/** Returns the host for a URL that a browser on this machine can open. */
export function displayHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

export const serverOrigin = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${displayHost(host)}:${port}`
