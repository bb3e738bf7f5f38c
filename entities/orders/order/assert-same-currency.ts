import type { Market } from '#entities/cart/line-item/sellable-variants.ts'
import { NotAllowed } from '#entities/errors.ts'

/** The currency of a region can change after its orders are completed. @throws NotAllowed */
export function assertSameCurrency({ currency_code }: { currency_code: string }, { currency }: Market): void {
  if (currency.code === currency_code) return
  throw new NotAllowed(
    `The prices of the region are in ${currency.code.toUpperCase()}, and the order is in ${currency_code.toUpperCase()}. Create a new order for the added items.`,
  ).because({ name: 'order_in_other_currency', region: currency.code, order: currency_code })
}
