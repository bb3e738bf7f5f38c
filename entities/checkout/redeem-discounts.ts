import { now } from '#database/clock.ts'
import { type BoundStatement, statement } from '#database/statement.ts'
import {
  assertDiscountUsable,
  parseRedeemableDiscounts,
  type RedeemableRow,
  redeemableDiscountsStatement,
} from '#entities/cart/cart/apply-discounts.ts'
import { openCartColumnSql } from '#entities/cart/cart/open-cart-sql.ts'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { CUSTOMER_CONDITIONS_SQL } from '#entities/promotions/discount/conditions-json.ts'

const ofCart = `id = any(array(select discount_id from cart_discounts where cart_id = ${openCartColumnSql('id')}))`

/**
 * Keeps those discounts of an open cart, which is locked, that may be used only so often from others until the end of the
 * transaction: none is ever used more often, however many orders are placed at once. For others nobody waits.
 */
export const lockLimitedDiscountsOfCart = statement(
  `select from discount where ${ofCart} and usage_limit is not null order by id for no key update`,
)

/** What decides whether the discounts of an open cart may be used. */
export const cartDiscountsStatement = redeemableDiscountsStatement({
  which: `d.${ofCart}`,
  conditions: CUSTOMER_CONDITIONS_SQL,
  customer_id: openCartColumnSql('customer_id'),
})

/** @throws NotAllowed or InvalidData where one of those that were read cannot be used any more. */
export function assertDiscountsUsable({ region_id, customer_id }: CartSnapshot, read: readonly RedeemableRow[]): void {
  const { discounts, customer_group_ids } = parseRedeemableDiscounts(read, customer_id)
  for (const discount of discounts) assertDiscountUsable(discount, { region_id, customer_group_ids, now: now() })
}

/**
 * What counts one use of each of these discounts. It locks them, and everybody orders with the same few: so it is to run as
 * late as can be. They are locked by a statement of its own, as what is given back to the stock (`giveBackStock`).
 * PostgreSQL refuses it where one was limited since it was read.
 */
export const countUseStatements = (ids: readonly string[]): BoundStatement<object>[] => [
  lockDiscounts.with(ids),
  countUse.with(ids),
]

const lockDiscounts = statement('select from discount where id = any($1::text[]) order by id for no key update')

const countUse = statement('update discount set usage_count = usage_count + 1 where id = any($1::text[])')
