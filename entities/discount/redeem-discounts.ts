import type { EntityManager } from '@mikro-orm/postgresql'
import type { CartFacts } from '../cart/read-cart.ts'
import { statement } from '../statement.ts'
import { lockRedeemable, refuseUnusable } from './apply-discounts.ts'

/**
 * Makes sure that the discounts of a cart can still be used, and keeps them from others until the end of the
 * transaction: no code is ever used more often than its limit, however many orders are placed at once.
 * @throws NotAllowed or InvalidData where a discount cannot be used any more.
 */
export async function reserveDiscounts(em: EntityManager, cart: CartFacts): Promise<void> {
  if (cart.discounts.length === 0) return
  const codes = cart.discounts.map((discount) => discount.code)
  const { discounts, customer_group_ids } = await lockRedeemable(em, codes, cart.customer_id)
  for (const discount of discounts) {
    refuseUnusable(discount, { region_id: cart.region_id, customer_group_ids, now: new Date() })
  }
}

/** Counts one use of each discount of a cart, which are reserved. */
export async function redeemDiscounts(em: EntityManager, cart: CartFacts): Promise<void> {
  const ids = cart.discounts.map((discount) => discount.id)
  if (ids.length > 0) await countUse(em, ids)
}

const countUse = statement('update discount set usage_count = usage_count + 1 where id = any($1::text[])')
