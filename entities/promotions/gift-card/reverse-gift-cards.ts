import type { EntityManager } from '@mikro-orm/postgresql'
import { trackRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { NotAllowed } from '#entities/errors.ts'
import { GiftCard } from './gift-card.ts'

/** @throws NotAllowed if a card that the order sold was used. */
export async function reverseGiftCards(em: EntityManager, order_id: string): Promise<void> {
  const rows = await lockGiftCardsOfOrder(em, order_id)
  const cards = rows.map(({ row, paid }) => ({ card: trackRow(em, GiftCard, row), paidAmount: paid }))
  for (const { card, paidAmount } of cards) {
    if (card.order_id !== order_id) {
      card.restore(paidAmount)
      continue
    }
    if (card.isUsed())
      throw new NotAllowed('An order whose gift cards were used cannot be canceled').because({
        name: 'bought_gift_cards_used',
      })
    card.is_disabled = true
  }
  await em.flush()
}

const lockGiftCardsOfOrder = statement<{ row: object; paid: number }>(`
  select to_json(g) as row, coalesce((
    select sum(amount)::float8 from gift_card_transaction where order_id = $1 and gift_card_id = g.id), 0) as paid
  from gift_card g where order_id = $1 or id in (select gift_card_id from gift_card_transaction where order_id = $1)
  order by id for no key update`)
