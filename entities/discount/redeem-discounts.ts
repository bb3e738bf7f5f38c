import { openCart } from '../cart/open-cart.ts'
import type { CartFacts } from '../cart/read-cart.ts'
import { now } from '../clock.ts'
import { type Bound, statement } from '../statement.ts'
import { type RedeemableRow, redeemable, redeemableFrom, refuseUnusable } from './apply-discounts.ts'
import { CONDITIONS_ON_CUSTOMERS } from './conditions-json.ts'

/**
 * Keeps the discounts of an open cart, which is locked, from others until the end of the transaction: no code is ever used
 * more often than its limit, however many orders are placed at once.
 */
export const lockDiscountsOfCart = redeemable({
  which: `d.id = any(array(select discount_id from cart_discounts where cart_id = ${openCart('id')}))
    order by d.id for no key update of d`,
  conditions: CONDITIONS_ON_CUSTOMERS,
  customer_id: openCart('customer_id'),
})

/** @throws NotAllowed or InvalidData where one of those that are locked cannot be used any more. */
export function refuseUnusableDiscounts({ region_id, customer_id }: CartFacts, locked: readonly RedeemableRow[]): void {
  const { discounts, customer_group_ids } = redeemableFrom(locked, customer_id)
  for (const discount of discounts) refuseUnusable(discount, { region_id, customer_group_ids, now: now() })
}

/** What counts one use of each of these discounts, which are locked. */
export const countingUse = (ids: readonly string[]): Bound<object> => countUse.with(ids)

const countUse = statement(
  'update discount set usage_count = usage_count + 1 where id = any((select $1::text[])::text[])',
)
