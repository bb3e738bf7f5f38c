import type { EntityManager } from '@mikro-orm/postgresql'
import { findUsedUp } from '#entities/promotions/discount/find-used-up.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import type { DiscountOutcome } from './explain-discounts.ts'

/** Marks the discounts that the customer of an open cart has used before, as soon as the e-mail is known. */
export async function markUsedUp(
  em: EntityManager,
  { customer_id, completed_at, discounts }: CartSnapshot,
  outcomes: DiscountOutcome[],
): Promise<DiscountOutcome[]> {
  const ids = discounts.filter(({ rule }) => rule.limit_per_customer != null).map(({ id }) => id)
  if (!customer_id || completed_at || ids.length === 0) return outcomes
  const usedUp = await findUsedUp(em, { customer_id, ids })
  return outcomes.map((outcome) =>
    usedUp.has(outcome.discount_id) ? { ...outcome, result: 'used_by_customer' } : outcome,
  )
}
