import { openCart } from '../cart/open-cart.ts'
import type { CartFacts } from '../cart/read-cart.ts'
import { now } from '../clock.ts'
import { type Bound, statement } from '../statement.ts'
import { type RedeemableRow, redeemable, redeemableFrom, refuseUnusable } from './apply-discounts.ts'
import { CONDITIONS_ON_CUSTOMERS } from './conditions-json.ts'

const ofCart = `id = any(array(select discount_id from cart_discounts where cart_id = ${openCart('id')}))`

/**
 * Keeps those discounts of an open cart, which is locked, that may be used only so often from others until the end of the
 * transaction: none is ever used more often, however many orders are placed at once. For others nobody waits.
 */
export const lockLimitedDiscountsOfCart = statement(
  `select from discount where ${ofCart} and usage_limit is not null order by id for no key update`,
)

/** What decides whether the discounts of an open cart may be used. */
export const discountsOfCart = redeemable({
  which: `d.${ofCart}`,
  conditions: CONDITIONS_ON_CUSTOMERS,
  customer_id: openCart('customer_id'),
})

/** @throws NotAllowed or InvalidData where one of those that were read cannot be used any more. */
export function refuseUnusableDiscounts({ region_id, customer_id }: CartFacts, read: readonly RedeemableRow[]): void {
  const { discounts, customer_group_ids } = redeemableFrom(read, customer_id)
  for (const discount of discounts) refuseUnusable(discount, { region_id, customer_group_ids, now: now() })
}

/**
 * What counts one use of each of these discounts. It locks them, and everybody orders with the same few: so it is to run as
 * late as can be. They are locked by a statement of its own, as what is given back to the stock (`giveBackStock`).
 * PostgreSQL refuses it where one was limited since it was read.
 */
export const countingUse = (ids: readonly string[]): Bound<object>[] => [keep.with(ids), countUse.with(ids)]

const keep = statement('select from discount where id = any($1::text[]) order by id for no key update')

const countUse = statement('update discount set usage_count = usage_count + 1 where id = any($1::text[])')
