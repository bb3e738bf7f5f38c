import { anyOf } from '#database/query.ts'
import { type BoundStatement, statement } from '#database/statement.ts'
import { openCartColumnSql } from '#entities/cart/cart/open-cart-sql.ts'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { CUSTOMER_CONDITIONS_SQL } from '#entities/promotions/discount/conditions-json.ts'
import {
  parseRedeemableDiscounts,
  type RedeemableRow,
  redeemableDiscountsStatement,
} from '#entities/promotions/discount/redeemable-discounts.ts'
import { assertDiscountUsable } from '#entities/promotions/discount/usable-discount.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'

const IN_OPEN_CART_SQL = `id = any(array(select discount_id from cart_discounts where cart_id = ${openCartColumnSql('id')}))`

/** Locks only discounts with a usage limit. Many orders share the others, so a lock would make these orders wait. */
export const lockLimitedDiscountsStatement = statement(
  `select from discount where ${IN_OPEN_CART_SQL} and usage_limit is not null order by id for no key update`,
)

export const selectCartDiscountsStatement = redeemableDiscountsStatement({
  discountFilter: `d.${IN_OPEN_CART_SQL}`,
  conditionsSql: CUSTOMER_CONDITIONS_SQL,
  customerIdSql: openCartColumnSql('customer_id'),
})

export function assertDiscountsUsable({ region_id, customer_id }: CartSnapshot, rows: readonly RedeemableRow[]): void {
  const { discounts, customer_group_ids } = parseRedeemableDiscounts(rows, customer_id)
  for (const discount of discounts) assertDiscountUsable(discount, { region_id, customer_group_ids, now: now() })
}

/**
 * Run these last: many orders share the locked discounts. Without the lock in the order of the ids, the update could
 * deadlock. A constraint rejects the order if the usage limit was lowered in the meantime.
 */
export const countUsesStatements = (ids: readonly string[]): BoundStatement<object>[] => [
  lockDiscounts.with(ids),
  incrementUsageCount.with(ids),
]

const lockDiscounts = query((db, ids: readonly string[]) =>
  db.selectFrom('discount').where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate(),
)

const incrementUsageCount = query((db, ids: readonly string[]) =>
  db
    .updateTable('discount')
    .set((eb) => ({ usage_count: eb('usage_count', '+', eb.lit(1)) }))
    .where('id', '=', anyOf(ids)),
)
