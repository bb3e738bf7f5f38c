import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { USES_WITH_CODES_SQL } from '#entities/promotions/discount/count-uses.ts'
import { IS_ALIVE_SQL } from '#entities/promotions/discount/redeemable-discounts.ts'
import { shopOf } from '#entities/shop.ts'
import { priceWithRegionRates } from '../pricing/price-cart.ts'
import { readCarts } from './read-cart.ts'

/** Open carts of one currency with the discounts or gift cards. */
export interface PromotedCarts {
  currency_code: string
  carts: number
  /** Sum of the totals of the carts, in minor units. */
  total: number
  /** Carts whose checkout is refused, because a discount is disabled, expired, used up or not for their region. */
  refused: number
}

const MAX_CARTS = 100

/** Reads at most the 100 newest carts. Ignores the tax providers of their regions. */
export async function readPromotedCarts(
  em: EntityManager,
  discountIds: readonly string[],
  giftCardIds: readonly string[],
): Promise<PromotedCarts[]> {
  const found = new Map((await selectCarts(em, discountIds, giftCardIds)).map(({ id, is_refused }) => [id, is_refused]))
  if (found.size === 0) return []
  const sums = new Map<string, PromotedCarts>()
  for (const cart of await readCarts(em, [...found.keys()])) {
    const { currency_code } = cart.region
    const { carts, total, refused } = sums.get(currency_code) ?? { carts: 0, total: 0, refused: 0 }
    sums.set(currency_code, {
      currency_code,
      carts: carts + 1,
      total: total + priceWithRegionRates(cart, shopOf(em), 'forced').totals.total,
      refused: refused + (found.get(cart.id) ? 1 : 0),
    })
  }
  return [...sums.values()].toSorted((one, other) => one.currency_code.localeCompare(other.currency_code))
}

const selectCarts = statement<
  { id: string; is_refused: boolean },
  [discountIds: readonly string[], giftCardIds: readonly string[]]
>(`
  select c.id, exists (
    select from cart_discounts l join discount d on d.id = l.discount_id
      join discount p on p.id in (d.id, d.parent_discount_id)
    where l.cart_id = c.id and $1::text[] && array[d.id, d.parent_discount_id] and ${IS_ALIVE_SQL} and (
      p.is_disabled or p.starts_at > now() or p.ends_at < now() or ${USES_WITH_CODES_SQL} >= p.usage_limit
      or not exists (select from discount_regions r
        where r.discount_id = coalesce(d.parent_discount_id, d.id) and r.region_id = c.region_id))) as is_refused
  from cart c where c.completed_at is null and c.deleted_at is null and c.id in (
    select cart_id from cart_discounts where discount_id in (
      select id from discount where id = any($1::text[]) or parent_discount_id = any($1::text[]))
    union select cart_id from cart_gift_cards where gift_card_id = any($2::text[]))
  order by c.created_at desc, c.id desc limit ${MAX_CARTS}`)
