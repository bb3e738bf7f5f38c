import { Conflict } from '#entities/errors.ts'
import type { FulfillmentData, FulfillmentProvider } from '#entities/market/shipping/fulfillment-port.ts'

export interface ShippingPriceRequest {
  option: FulfillmentData
  data: FulfillmentData
  cart: { id: string; subtotal: number }
}

/** What the provider asks for, in minor units. @throws Conflict where it is no price: the provider may do better later. */
export async function requestShippingPrice(
  provider: FulfillmentProvider,
  { option, data, cart }: ShippingPriceRequest,
): Promise<number> {
  const price: unknown = await provider.calculatePrice(option, data, cart)
  if (typeof price === 'number' && Number.isSafeInteger(price) && price >= 0 && price <= MOST) return price
  throw new Conflict(new Error('The fulfillment provider returned an invalid price'))
}

/** Of an integer of PostgreSQL. */
const MOST = 2 ** 31 - 1
