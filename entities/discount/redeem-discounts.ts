import type { CartFacts } from '../cart/read-cart.ts'
import { now } from '../clock.ts'
import { type Bound, statement } from '../statement.ts'
import { lockRedeemable, type RedeemableRow, redeemableFrom, refuseUnusable } from './apply-discounts.ts'

/**
 * What keeps the discounts of a cart from others until the end of the transaction: no code is ever used more often than
 * its limit, however many orders are placed at once.
 */
export const lockingDiscounts = ({ discounts, customer_id }: CartFacts): Bound<RedeemableRow> =>
  lockRedeemable.with(
    discounts.map((discount) => discount.code),
    customer_id,
  )

/** @throws NotAllowed or InvalidData where one of those that are locked cannot be used any more. */
export function refuseUnusableDiscounts({ region_id, customer_id }: CartFacts, locked: readonly RedeemableRow[]): void {
  const { discounts, customer_group_ids } = redeemableFrom(locked, customer_id)
  for (const discount of discounts) refuseUnusable(discount, { region_id, customer_group_ids, now: now() })
}

/** What counts one use of each discount of a cart, which are locked. */
export const countingUse = ({ id }: CartFacts): Bound<object> => countUse.with(id)

const countUse = statement(`
  update discount set usage_count = usage_count + 1
  where deleted_at is null and id in (select discount_id from cart_discounts where cart_id = $1)`)
