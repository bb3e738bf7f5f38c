import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, insertStatement, type NewRow } from '#database/rows.ts'
import { type BoundStatement, statement } from '#database/statement.ts'
import { openCartColumnSql } from '#entities/cart/cart/open-cart-sql.ts'
import type { CartSnapshot, GiftCardSnapshot } from '#entities/cart/cart/read-cart.ts'
import { debitGiftCard, debitGiftCardsStatement } from '#entities/promotions/gift-card/debit-gift-cards.ts'
import { GiftCardTransaction } from '#entities/promotions/gift-card/gift-card-transaction.ts'
import type { GiftCardTotals } from '#entities/promotions/gift-card/spend-gift-cards.ts'
import { spendGiftCards } from '#entities/promotions/gift-card/spend-gift-cards.ts'
import { assertGiftCardUsable } from '#entities/promotions/gift-card/usable-gift-card.ts'
import { now } from '#entities/values/clock.ts'

type Due = Pick<GiftCardTotals, 'gift_card_total'>

/** Checks only the cards that pay. @throws NotAllowed for a disabled or expired card. */
export function assertGiftCardsUsable(cart: CartSnapshot, { gift_card_total }: Due): void {
  for (const { card } of spendGiftCards(cart.gift_cards, gift_card_total)) assertGiftCardUsable(card, { now: now() })
}

export interface Redemption {
  transactions: NewRow<GiftCardTransaction>[]
  cards: GiftCardSnapshot[]
  statements: BoundStatement<object>[]
}

/** The caller must have locked the gift cards. */
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
    return amount ? debitGiftCard(card, { amount, at }) : card
  })
  const debits = spendings.map(({ card, amount }) => ({ id: card.id, amount }))
  return {
    transactions,
    cards,
    statements: [debitGiftCardsStatement(debits, at), insertStatement(em, GiftCardTransaction, transactions)],
  }
}

export const lockCartGiftCardsStatement = statement(`
  select from gift_card
  where id = any(array(select gift_card_id from cart_gift_cards where cart_id = ${openCartColumnSql('id')}))
  order by id for update`)
