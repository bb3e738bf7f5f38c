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
/** The automatic discounts of the region may apply to the cart. Other requests can use them up. */
const USABLE_BY_OPEN_CART_SQL = `${OF_OPEN_CART_SQL} union all
  select a.id from discount a join discount_regions l on l.discount_id = a.id
  where a.is_automatic and a.deleted_at is null and l.region_id = ${openCartColumnSql('region_id')}`

const HAS_LIMIT_PER_CUSTOMER_SQL = `exists (
  select from discount d join discount_rule r on r.id = d.rule_id
  where d.id = any(array(${USABLE_BY_OPEN_CART_SQL})) and r.limit_per_customer is not null)`

/**
 * Locks only rules with a budget and discounts with a usage limit. Many orders share the others, so a lock would make these orders wait. The
 * limit of a parent counts the uses of all its dynamic codes. For a limit for each customer, locks then all customers with the
 * mailbox of the buyer, so that no other order of this mailbox is placed at the same time.
 */
export const lockLimitedDiscountsStatement = statement(`
  with budgets as (
    select from discount_rule where budgets is not null and id = any(array(
      select rule_id from discount where id = any(array(${USABLE_BY_OPEN_CART_SQL}))))
    order by id for no key update),
  limited as (
    select from discount where (select count(*) from budgets) >= 0 and usage_limit is not null and id = any(array(
      ${USABLE_BY_OPEN_CART_SQL} union select parent_discount_id from discount where ${IN_OPEN_CART_SQL}))
    order by id for no key update)
  select from customer where (select count(*) from limited) >= 0 and ${HAS_LIMIT_PER_CUSTOMER_SQL}
    and mailbox_of(email) = (
      select mailbox_of(email) from customer where id = ${openCartColumnSql('customer_id')})
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
