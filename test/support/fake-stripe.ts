import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import qs from 'qs'
import Stripe from 'stripe'
import { listen } from '#server/process/listen.ts'
import { FakeStripeAccount, type Parameters, StripeRefusal } from './fake-stripe-account.ts'
import { newEvent } from './fake-stripe-objects.ts'

/**
 * `hang`: no response. `slow`: responses take 50 ms. `late`: changes are made after the timeout of the shop. `outage`: 500
 * without an effect. `lose`: changes are made, and the connection breaks.
 */
export type StripeFault = 'hang' | 'slow' | 'late' | 'outage' | 'lose'

export interface FakeStripe extends AsyncDisposable {
  account: FakeStripeAccount
  fault: StripeFault | undefined
  /** Method and path of each request. */
  requests: string[]
  /** Environment variables that connect the plugin. */
  env: Record<string, string>
  /** Waits until no late request is in progress. */
  settle(): Promise<void>
  webhook(type: Stripe.Event['type'], object: object): { body: string; headers: Record<string, string> }
}

const API_KEY = 'sk_test_fake'
const WEBHOOK_SECRET = 'whsec_fake'
const TIMEOUT_MS = 2000

/** An HTTP server with the part of the Stripe API that payments use. The types of the SDK describe its objects. */
export async function openFakeStripe(): Promise<FakeStripe> {
  const account = new FakeStripeAccount()
  const stored = new Map<string, { request: string; response: StoredResponse }>()
  const requests: string[] = []

  function perform({ method, path, parameters, key }: ApiRequest): StoredResponse {
    const request = JSON.stringify([path, parameters])
    const earlier = key === undefined ? undefined : stored.get(key)
    if (earlier && earlier.request !== request)
      return refusal(
        new StripeRefusal(400, { type: 'idempotency_error', message: 'The key was used for other parameters' }),
      )
    const response = earlier?.response ?? answer(() => account.handle(method, path, parameters))
    if (key !== undefined) stored.set(key, { request, response })
    return response
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await text(req)
    const { pathname, search } = new URL(req.url ?? '/', 'http://stripe')
    const method = req.method ?? 'GET'
    requests.push(`${method} ${pathname}`)
    if (fake.fault === 'hang') return
    if (fake.fault === 'slow') await pause(50)
    if (fake.fault === 'late') await pause(TIMEOUT_MS + 100)
    if (req.headers.authorization !== `Bearer ${API_KEY}`)
      return send(
        res,
        refusal(new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })),
      )
    if (fake.fault === 'outage')
      return send(res, refusal(new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' })))
    const parameters = qs.parse(method === 'GET' ? search.slice(1) : body) as Parameters
    const key = method === 'POST' ? (req.headers['idempotency-key'] as string | undefined) : undefined
    const response = perform({ method, path: pathname, parameters, key })
    if (fake.fault === 'lose' && method === 'POST') req.socket.destroy()
    else send(res, response)
  }

  const inProgress = new Set<Promise<void>>()
  const server = createServer((req, res) => {
    const served = serve(req, res).finally(() => inProgress.delete(served))
    inProgress.add(served)
  })
  await listen(server, { host: '127.0.0.1', port: 0 })
  const sdk = new Stripe(API_KEY)
  const fake: FakeStripe = {
    account,
    fault: undefined,
    requests,
    env: {
      STRIPE_API_KEY: API_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      STRIPE_TIMEOUT_MS: String(TIMEOUT_MS),
    },
    async settle() {
      await Promise.all(inProgress)
    },
    webhook(type, object) {
      const body = JSON.stringify(newEvent(type, object))
      const signature = sdk.webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET })
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
  return fake
}

interface ApiRequest {
  method: string
  path: string
  parameters: Parameters
  key: string | undefined
}

interface StoredResponse {
  status: number
  body: string
}

function answer(handle: () => object): StoredResponse {
  try {
    return { status: 200, body: JSON.stringify(handle()) }
  } catch (error) {
    if (error instanceof StripeRefusal) return refusal(error)
    throw error
  }
}

const refusal = ({ status, error }: StripeRefusal): StoredResponse => ({ status, body: JSON.stringify({ error }) })

function send(res: ServerResponse, { status, body }: StoredResponse): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
