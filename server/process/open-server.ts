import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Express } from 'express'
import { isProxyAddress, limitConnections } from '#server/http/bounds/connections.ts'
import { httpServer } from '#server/operate/http-server.ts'
import { limitUnread } from '#server/operate/limit-unread.ts'
import type { Config } from '#server/settings/config.ts'
import { drain, listen, trackEventStreams } from './listen.ts'

interface Served {
  /** Answers the requests, unless there is a listener. It has the setting of the trusted proxies. */
  app: Express
  listener?: RequestListener
  config: Config
  /** Called at the stop, before the server stops listening. */
  drained: () => void
}

/** Listens with the limits of the configuration until the stop. Returns the port. @throws StartError */
export async function openServer(
  { app, listener = app, config, drained }: Served,
  resources: AsyncDisposableStack,
): Promise<number> {
  const isExempt = isProxyAddress(app)
  const limited = limitConnections(httpServer(config.http, listener), { max: config.connectionsPerAddress, isExempt })
  const server = await listen(trackEventStreams(limitUnread(limited, { ...config.unread, isExempt })), config)
  resources.defer(() => drain(server, config.drain.timeout))
  resources.defer(() => {
    drained()
    return pause(config.drain.delay)
  })
  return (server.address() as AddressInfo).port
}
