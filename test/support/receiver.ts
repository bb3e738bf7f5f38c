import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { listen } from '#server/listen.ts'
import type { Json } from './given.ts'

export interface Received {
  headers: IncomingHttpHeaders
  text: string
  body: Json
}

/** Somebody who is told of events over HTTP, and remembers all of them. */
export interface Receiver extends AsyncDisposable {
  url: string
  received: Received[]
}

/** Answers by `answer`, which is told how many requests there were before. */
export async function openReceiver(
  answer: (response: ServerResponse, before: number) => void = (response) => response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ headers: request.headers, text: body, body: JSON.parse(body) })
    answer(response, received.length - 1)
  })
  await listen(server, { host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
