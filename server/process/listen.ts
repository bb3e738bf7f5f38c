import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { answerMalformedRequests } from '#server/http/bounds/malformed-requests.ts'
import type { Config } from '#server/settings/config.ts'
import { StartError } from '../base/start-error.ts'

type Address = Pick<Config, 'host' | 'port'>

const eventStreams = new WeakMap<Server, Set<ServerResponse>>()

export function trackEventStreams(server: Server): Server {
  const streams = new Set<ServerResponse>()
  eventStreams.set(server, streams)
  return server.prependListener('request', (req, res) => {
    if (!req.headers.accept?.includes('text/event-stream')) return
    streams.add(res)
    res.once('close', () => streams.delete(res))
  })
}

/** @throws StartError if the address cannot be used. */
export async function listen(server: Server, { host, port }: Address): Promise<Server> {
  try {
    answerMalformedRequests(server).listen(port, host)
    await once(server, 'listening')
    return server
  } catch (error) {
    throw new StartError(listenErrorMessage(error as NodeJS.ErrnoException, { host, port }))
  }
}

/** Closes event streams immediately, because they do not end by themselves. Their clients reconnect. */
export async function drain(server: Server, milliseconds = 10_000): Promise<void> {
  const closed = once(server, 'close')
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  server.close()
  for (const stream of eventStreams.get(server) ?? []) stream.destroy()
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const closeTimer = setTimeout(() => server.closeAllConnections(), milliseconds)
  await closed
  clearInterval(idle)
  clearTimeout(closeTimer)
}

function listenErrorMessage({ code }: NodeJS.ErrnoException, { host, port }: Address): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the process that uses it, or set another PORT.`
    case 'EACCES':
      return `No permission to listen on port ${port}. Set PORT to a number above 1023.`
    default:
      return `Cannot listen on ${host}:${port} (${code}). Check HOST.`
  }
}
