import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows } from '#database/rows.ts'
import { defer, statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import type { Cart } from './cart.ts'

/** Replaces the gift cards of a cart. Codes are case-sensitive. */
export async function setGiftCards(
  em: EntityManager,
  cart: Pick<Cart, 'id' | 'region_id'>,
  requestedCodes: readonly string[],
): Promise<void> {
  const codes = [...new Set(requestedCodes)]
  await defer(em, deleteCartGiftCards.with(cart.id))
  if (codes.length === 0) return
  const cards = await findRows(em, GiftCard, { code: codes })
  for (const code of codes) {
    const card = cards.find((candidate) => candidate.code === code)
    if (!card)
      throw new NotFound(`Gift card with code: ${code} was not found`).because({ name: 'gift_card_unknown', code })
    card.assertUsable({ now: now(), region_id: cart.region_id })
  }
  const ids = cards.map((card) => card.id)
  await defer(em, insertCartGiftCards.with(cart.id, ids))
}

export const deleteCartGiftCards = query((db, cart_id: string) =>
  db.deleteFrom('cart_gift_cards').where('cart_id', '=', cart_id),
)
const insertCartGiftCards = statement(
  'insert into cart_gift_cards (cart_id, gift_card_id) select $1, unnest($2::text[])',
)
