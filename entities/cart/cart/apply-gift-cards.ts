import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { defer, statement } from '#database/statement.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import type { Cart } from './cart.ts'

/**
 * Replaces the gift cards of a cart by these codes, which are compared exactly.
 * @throws NotFound for an unknown code. NotAllowed or InvalidData where a card cannot be used here and now.
 */
export async function applyGiftCards(
  em: EntityManager,
  cart: Pick<Cart, 'id' | 'region_id'>,
  given: readonly string[],
): Promise<void> {
  const codes = [...new Set(given)]
  await defer(em, deleteCartGiftCards.with(cart.id))
  if (codes.length === 0) return
  const cards = await em.find(GiftCard, { code: { $in: codes } })
  for (const code of codes) {
    const card = cards.find((found) => found.code === code)
    if (!card) throw new NotFound(`Gift card with code: ${code} was not found`)
    assertGiftCardUsable(card, cart.region_id)
  }
  const ids = cards.map((card) => card.id)
  await defer(em, attachGiftCards.with(cart.id, ids))
}

function assertGiftCardUsable(card: GiftCard, region_id: string): void {
  if (card.is_disabled) throw new NotAllowed('The gift card is disabled')
  if (card.region_id !== region_id) throw new InvalidData('The gift card cannot be used in the current region')
  if (card.ends_at && card.ends_at < now()) throw new NotAllowed('The gift card is expired')
}

/** Takes all gift cards out of a cart. */
export const deleteCartGiftCards = statement('delete from cart_gift_cards where cart_id = $1')
const attachGiftCards = statement('insert into cart_gift_cards (cart_id, gift_card_id) select $1, unnest($2::text[])')
