import { Conflict } from '#entities/errors.ts'
import type { FulfillmentData, FulfillmentProvider } from '#entities/market/shipping/fulfillment-port.ts'

export interface ShippingPriceRequest {
  option: FulfillmentData
  data: FulfillmentData
  cart: { id: string; subtotal: number }
}

/** @throws Conflict if the provider does not return a price in minor units. */
export async function requestShippingPrice(
  provider: FulfillmentProvider,
  { option, data, cart }: ShippingPriceRequest,
): Promise<number> {
  const price: unknown = await provider.calculatePrice(option, data, cart)
  if (typeof price === 'number' && Number.isSafeInteger(price) && price >= 0 && price <= MAX_PRICE) return price
  throw new Conflict(new Error('The fulfillment provider returned an invalid price')).because({
    name: 'provider_failed',
  })
}

/** The largest `integer` of PostgreSQL. */
const MAX_PRICE = 2 ** 31 - 1
