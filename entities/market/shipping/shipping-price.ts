import { InvalidData } from '#entities/errors.ts'
import type { FulfillmentData, FulfillmentProvider } from './fulfillment-port.ts'
import type { ShippingPriceType } from './shipping-option.ts'

export interface ShippingPrice {
  price_type: ShippingPriceType
  /** Amount in minor units. */
  amount?: number | null | undefined
}

/** Returns null if the provider calculates the price. */
export async function resolveStoredAmount(
  provider: FulfillmentProvider | undefined,
  { price_type, amount }: ShippingPrice,
  data: FulfillmentData,
): Promise<number | null> {
  switch (price_type) {
    case 'flat_rate':
      if (amount == null || amount < 0)
        throw new InvalidData('Shipping options of type `flat_rate` must have an `amount`')
          .about('amount')
          .because({ name: 'price_required' })
      return amount
    case 'calculated':
      if (!(await provider?.canCalculate(data)))
        throw new InvalidData('The fulfillment provider cannot calculate prices for this option').because({
          name: 'price_not_calculated',
        })
      return null
    default:
      return price_type satisfies never
  }
}
