import { type BoundStatement, statement } from '#database/statement.ts'

interface Debit {
  amount: number
  at: Date
}

/** The response shows this copy of the card, so it must equal the row that `debitGiftCardsStatement` writes. */
export const debitGiftCard = <Card extends { balance: number }>(card: Card, { amount, at }: Debit) => ({
  ...card,
  balance: card.balance - amount,
  is_disabled: card.balance === amount,
  updated_at: at,
})

export const debitGiftCardsStatement = (
  debits: readonly { id: string; amount: number }[],
  at: Date,
): BoundStatement<object> =>
  debitCards.with(
    debits.map(({ id }) => id),
    debits.map(({ amount }) => amount),
    at,
  )

const debitCards = statement(`
  update gift_card g set balance = g.balance - spent.amount, is_disabled = g.balance = spent.amount, updated_at = $3
  from unnest($1::text[], $2::bigint[]) as spent(id, amount) where g.id = spent.id`)
