import { createHmac } from 'node:crypto'
import { Unauthorized } from '#entities/errors.ts'
import type { FulfillmentNotice, FulfillmentProvider } from '#entities/market/shipping/fulfillment-port.ts'
import { manualFulfillment } from '#server/providers/manual.ts'

const SECRET = 'secret of the carrier'

const sign = (body: string | Uint8Array): string => createHmac('sha256', SECRET).update(body).digest('hex')

/** A fulfillment provider that reports shipments and deliveries by webhooks. */
export const webhookCarrier: FulfillmentProvider = {
  ...manualFulfillment,
  id: 'webhook-carrier',
  webhookPath: '/carrier/hooks',
  async receiveWebhook({ headers, body }) {
    if (headers.get('carrier-signature') !== sign(body)) throw new Unauthorized('The signature is wrong')
    return [JSON.parse(Buffer.from(body).toString())]
  },
}

/** A signed webhook for `fetch`. */
export function carrierWebhook(notice: FulfillmentNotice): {
  method: 'POST'
  body: string
  headers: Record<string, string>
} {
  const body = JSON.stringify(notice)
  return { method: 'POST', body, headers: { 'content-type': 'application/json', 'carrier-signature': sign(body) } }
}
