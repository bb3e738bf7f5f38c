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

const ofOpenCartSql = `id = any(array(select discount_id from cart_discounts where cart_id = ${openCartColumnSql('id')}))`

/**
 * Locks the discounts of an open cart that have a usage limit, so that concurrent orders cannot exceed it. Other discounts
 * stay unlocked: many orders share them.
 */
export const lockLimitedDiscountsOfCart = statement(
  `select from discount where ${ofOpenCartSql} and usage_limit is not null order by id for no key update`,
)

export const cartDiscountsStatement = redeemableDiscountsStatement({
  which: `d.${ofOpenCartSql}`,
  conditions: CUSTOMER_CONDITIONS_SQL,
  customer_id: openCartColumnSql('customer_id'),
})

/** `rows` are those of `cartDiscountsStatement`. @throws NotAllowed or InvalidData */
export function assertDiscountsUsable({ region_id, customer_id }: CartSnapshot, rows: readonly RedeemableRow[]): void {
  const { discounts, customer_group_ids } = parseRedeemableDiscounts(rows, customer_id)
  for (const discount of discounts) assertDiscountUsable(discount, { region_id, customer_group_ids, now: now() })
}

/**
 * Statements that count one use of each discount. They lock the discounts, which many orders share, so run them last. A
 * separate statement takes the locks in the order of the ids; an update alone could deadlock (see `giveBackStock`). A
 * constraint rejects the update if a usage limit was set after the discounts were read.
 */
export const countUseStatements = (ids: readonly string[]): BoundStatement<object>[] => [
  lockDiscounts.with(ids),
  countUse.with(ids),
]

const lockDiscounts = statement('select from discount where id = any($1::text[]) order by id for no key update')

const countUse = statement('update discount set usage_count = usage_count + 1 where id = any($1::text[])')
