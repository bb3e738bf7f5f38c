import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { buildRow, insertStatement, type NewRow } from '#database/rows.ts'
import { type BoundStatement, statement } from '#database/statement.ts'
import { openCartColumnSql } from '#entities/cart/cart/open-cart-sql.ts'
import type { CartSnapshot, GiftCardSnapshot } from '#entities/cart/cart/read-cart.ts'
import { GiftCardTransaction } from '#entities/promotions/gift-card/gift-card-transaction.ts'
import type { GiftCardTotals } from '#entities/promotions/gift-card/spend-gift-cards.ts'
import { spendGiftCards } from '#entities/promotions/gift-card/spend-gift-cards.ts'
import { NotAllowed } from '../errors.ts'

type Due = Pick<GiftCardTotals, 'gift_card_total'>

/** Checks only the cards that pay. @throws NotAllowed for a disabled or expired card. */
export function assertGiftCardsUsable(cart: CartSnapshot, { gift_card_total }: Due): void {
  for (const { card } of spendGiftCards(cart.gift_cards, gift_card_total)) {
    if (card.is_disabled) throw new NotAllowed('The gift card is disabled')
    if (card.ends_at && card.ends_at < now()) throw new NotAllowed('The gift card is expired')
  }
}

export interface Redemption {
  transactions: NewRow<GiftCardTransaction>[]
  cards: GiftCardSnapshot[]
  statements: BoundStatement<object>[]
}

/** Requires the locks of the cards. */
export function buildRedemption(
  em: EntityManager,
  cart: CartSnapshot,
  { order_id, gift_card_total, at }: { order_id: string; at: Date } & Due,
): Redemption {
  const spendings = spendGiftCards(cart.gift_cards, gift_card_total)
  if (spendings.length === 0) return { transactions: [], cards: cart.gift_cards, statements: [] }
  const transactions = spendings.map(({ card, amount }) =>
    buildRow(em, GiftCardTransaction, {
      gift_card_id: card.id,
      order_id,
      amount,
      is_taxable: cart.region.gift_cards_taxable,
      tax_rate: card.tax_rate,
    }),
  )
  const cards = cart.gift_cards.map((card) => {
    const amount = spendings.find((spending) => spending.card === card)?.amount
    return amount ? debitCard(card, { amount, at }) : card
  })
  const ids = spendings.map(({ card }) => card.id)
  const amounts = spendings.map(({ amount }) => amount)
  return {
    transactions,
    cards,
    statements: [spend.with(ids, amounts, at), insertStatement(em, GiftCardTransaction, transactions)],
  }
}

const debitCard = (card: GiftCardSnapshot, { amount, at }: { amount: number; at: Date }): GiftCardSnapshot => ({
  ...card,
  balance: card.balance - amount,
  is_disabled: card.balance === amount,
  updated_at: at,
})

export const lockGiftCardsOfCart = statement(`
  select from gift_card
  where id = any(array(select gift_card_id from cart_gift_cards where cart_id = ${openCartColumnSql('id')}))
  order by id for update`)

const spend = statement(`
  update gift_card g set balance = g.balance - spent.amount, is_disabled = g.balance = spent.amount, updated_at = $3
  from unnest($1::text[], $2::bigint[]) as spent(id, amount) where g.id = spent.id`)
