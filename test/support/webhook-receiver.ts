import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { listen } from '#server/process/listen.ts'

interface DeliveredEvent {
  type: string
  timestamp: string
  data: { id: string }
}

interface ReceivedRequest {
  headers: IncomingHttpHeaders
  text: string
  body: DeliveredEvent
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string
  received: ReceivedRequest[]
}

/** `before` is the number of earlier requests. */
export async function openWebhookReceiver(
  answer: (response: ServerResponse, before: number) => void = (response) => response.writeHead(204).end(),
): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = []
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
