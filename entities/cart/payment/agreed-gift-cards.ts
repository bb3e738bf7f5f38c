import type { EntityManager } from '@mikro-orm/postgresql'
import { defer } from '#database/statement.ts'
import { query } from '#entities/query.ts'
import { shopOf } from '#entities/shop.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { priceCart } from '../pricing/price-cart.ts'

/**
 * The next flush stores what the gift cards pay. A change of a discount can change this amount and leave the total as it is, for
 * example 0, and a cart with the total 0 has no payment session that stores an amount.
 */
export async function agreeToGiftCards(
  em: EntityManager,
  cart: CartSnapshot,
  { totals } = priceCart(cart, shopOf(em), 'forced'),
): Promise<void> {
  if (cart.gift_cards.length === 0 && cart.agreed_gift_card_total === null) return
  const { gift_card_total } = totals
  if (cart.agreed_gift_card_total !== gift_card_total) await defer(em, setAgreedTotal.with(cart.id, gift_card_total))
}

const setAgreedTotal = query((db, id: string, agreed_gift_card_total: number) =>
  db
    .updateTable('cart')
    .set(({ fn }) => ({ agreed_gift_card_total, updated_at: fn('now') }))
    .where('id', '=', id),
)
