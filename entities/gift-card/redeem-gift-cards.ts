import type { EntityManager } from '@mikro-orm/postgresql'
import type { CartFacts } from '../cart/read-cart.ts'
import { now } from '../clock.ts'
import { NotAllowed } from '../errors.ts'
import { statement } from '../statement.ts'
import { GiftCardTransaction } from './gift-card-transaction.ts'
import type { GiftCardTotals } from './spend.ts'
import { spendGiftCards } from './spend.ts'

type Due = Pick<GiftCardTotals, 'gift_card_total'>

/** @throws NotAllowed for a card that would pay but was disabled, or has expired, since it was put into the cart. */
export function refuseUnusableCards(cart: CartFacts, { gift_card_total }: Due): void {
  for (const { card } of spendGiftCards(cart.gift_cards, gift_card_total)) {
    if (card.is_disabled) throw new NotAllowed('The gift card is disabled')
    if (card.ends_at && card.ends_at < now()) throw new NotAllowed('The gift card is expired')
  }
}

/**
 * Pays with the gift cards of a cart, which are locked and usable: balances go down by what they give, a card that is
 * empty is disabled, and every use is on record.
 */
export async function redeemGiftCards(
  em: EntityManager,
  cart: CartFacts,
  { order_id, gift_card_total }: { order_id: string } & Due,
): Promise<void> {
  const spendings = spendGiftCards(cart.gift_cards, gift_card_total)
  for (const { card, amount } of spendings) {
    em.create(GiftCardTransaction, {
      gift_card_id: card.id,
      order_id,
      amount,
      is_taxable: cart.region.gift_cards_taxable,
      tax_rate: card.tax_rate,
    })
  }
  if (spendings.length === 0) return
  await spend(
    em,
    spendings.map(({ card }) => card.id),
    spendings.map(({ amount }) => amount),
  )
}

/** Keeps every gift card of a cart as it is until the end of the transaction. */
export const lockGiftCards = statement(`
  select id from gift_card where id in (select gift_card_id from cart_gift_cards where cart_id = $1)
  order by id for update`)

const spend = statement(`
  update gift_card g set balance = g.balance - spent.amount, is_disabled = g.balance = spent.amount, updated_at = now()
  from unnest($1::text[], $2::bigint[]) as spent(id, amount) where g.id = spent.id`)
