interface Address {
  host: string
  port: number
}

/** Returns the host for a URL that a browser on this machine can open. */
export function displayHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

export const serverOrigin = ({ host, port }: Address): string => `http://${displayHost(host)}:${port}`

/** The console of this server, for a browser on the same machine. */
export const consoleUrl = (address: Address): string => `${serverOrigin(address)}/app`
