import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Config } from '#server/config.ts'
import { StartError } from '#server/start-error.ts'

type Address = Pick<Config, 'host' | 'port'>

/** Makes the server listen; an address that cannot be had is refused in one line. */
export async function listen(server: Server, { host, port }: Address): Promise<Server> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return server
  } catch (error) {
    throw new StartError(whyNotListening(error as NodeJS.ErrnoException, { host, port }))
  }
}

/** Takes no new connections, and ends when the requests under way are answered or have had their time. */
export async function drain(server: Server, milliseconds = 10_000): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), milliseconds)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

function whyNotListening({ code }: NodeJS.ErrnoException, { host, port }: Address): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: stop what uses it, or choose another PORT`
    case 'EACCES':
      return `Port ${port} needs more rights: choose a PORT above 1023`
    default:
      return `Cannot listen on ${host}:${port} (${code}): check HOST`
  }
}
