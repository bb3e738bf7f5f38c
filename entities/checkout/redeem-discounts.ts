import { statement } from '#database/statement.ts'
import { openCartColumnSql } from '#entities/cart/cart/open-cart-sql.ts'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { CUSTOMER_CONDITIONS_SQL } from '#entities/promotions/discount/conditions-json.ts'
import {
  parseRedeemableDiscounts,
  type RedeemableRow,
  redeemableDiscountsStatement,
} from '#entities/promotions/discount/redeemable-discounts.ts'
import { assertDiscountUsable } from '#entities/promotions/discount/usable-discount.ts'
import { now } from '#entities/values/clock.ts'

const OF_OPEN_CART_SQL = `select discount_id from cart_discounts where cart_id = ${openCartColumnSql('id')}`
const IN_OPEN_CART_SQL = `id = any(array(${OF_OPEN_CART_SQL}))`

/**
 * Locks only discounts with a usage limit. Many orders share the others, so a lock would make these orders wait. The
 * limit of a parent counts the uses of all its dynamic codes.
 */
export const lockLimitedDiscountsStatement = statement(`
  select from discount where usage_limit is not null and id = any(array(
    ${OF_OPEN_CART_SQL} union select parent_discount_id from discount where ${IN_OPEN_CART_SQL}))
  order by id for no key update`)

export const selectCartDiscountsStatement = redeemableDiscountsStatement({
  discountFilter: `d.${IN_OPEN_CART_SQL}`,
  conditionsSql: CUSTOMER_CONDITIONS_SQL,
  customerIdSql: openCartColumnSql('customer_id'),
})

export function assertDiscountsUsable({ region_id, customer_id }: CartSnapshot, rows: readonly RedeemableRow[]): void {
  const { discounts, customer_group_ids } = parseRedeemableDiscounts(rows, customer_id)
  for (const discount of discounts) assertDiscountUsable(discount, { region_id, customer_group_ids, now: now() })
}
