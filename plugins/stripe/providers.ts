import { IncomingMessage } from 'node:http'
import { ASK_FOR_IDENTITY, type PaymentProvider, refuseCompressed } from 'cartwright'
import type Stripe from 'stripe'
import type { settings } from './settings.ts'
import { StripePayment } from './stripe-payment.ts'

type Values = ReturnType<typeof settings.of>
type NodeClient = ReturnType<typeof Stripe.createNodeHttpClient>

/** The providers of Medusa v1 for a single payment method. The banks of these methods capture at once. */
const METHODS = {
  'stripe-bancontact': 'bancontact',
  'stripe-blik': 'blik',
  'stripe-giropay': 'giropay',
  'stripe-ideal': 'ideal',
  'stripe-przelewy24': 'p24',
} as const

/** Returns no providers without an API key, so that a shop without Stripe does not load the SDK. */
export function createProviders(values: Values): PaymentProvider[] {
  if (!values.STRIPE_API_KEY) return []
  const description = values.STRIPE_PAYMENT_DESCRIPTION ? { description: values.STRIPE_PAYMENT_DESCRIPTION } : {}
  const shared = {
    client: connect(values, values.STRIPE_API_KEY),
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    timeoutMs: values.STRIPE_TIMEOUT_MS,
  }
  const main = new StripePayment({
    ...shared,
    id: 'stripe',
    webhookPath: '/stripe/hooks',
    listsSavedMethods: true,
    parameters: {
      ...description,
      capture_method: values.STRIPE_CAPTURE,
      ...(values.STRIPE_AUTOMATIC_PAYMENT_METHODS
        ? { automatic_payment_methods: { enabled: true } }
        : { allowed_payment_method_types: ['card' as const] }),
    },
  })
  const others = Object.entries(METHODS).map(([id, method]) => {
    const parameters = { ...description, capture_method: 'automatic' as const, allowed_payment_method_types: [method] }
    return new StripePayment({ ...shared, id, parameters })
  })
  return [main, ...others]
}

async function connect({ STRIPE_API_URL, STRIPE_TIMEOUT_MS }: Values, key: string): Promise<Stripe> {
  const { default: Stripe } = await import('stripe')
  const { protocol, hostname, port } = new URL(STRIPE_API_URL)
  return new Stripe(key, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port ? { port } : {}),
    timeout: STRIPE_TIMEOUT_MS / 2,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: withoutCompression(Stripe.createNodeHttpClient()),
  })
}

/** The client of Node decompresses nothing. A compressed response would be an error about JSON. */
function withoutCompression(client: NodeClient): NodeClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(host, port, path, method, headers, ...rest) {
      const asking = { ...headers, ...ASK_FOR_IDENTITY }
      const response = await client.makeRequest(host, port, path, method, asking, ...rest)
      const raw = response.getRawResponse()
      refuseCompressed({
        headers: response.getHeaders(),
        destroy: () => raw instanceof IncomingMessage && raw.destroy(),
      })
      return response
    },
  }
}
