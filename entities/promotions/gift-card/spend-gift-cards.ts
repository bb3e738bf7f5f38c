import { percentOf, round } from '#entities/values/money.ts'

export type SpendableCard = { id: string; balance: number; tax_rate: number | null; ends_at: Date | null }

export type GiftCardSpending<Card> = { card: Card; amount: number }

export type SpentGiftCard = {
  gift_card_id: string
  amount: number
  is_taxable: boolean | null
  tax_rate: number | null
}

export type GiftCardPart = { gift_card_id: string; amount: number; tax: number; tax_rate: number | null }

export type GiftCardTotals = {
  gift_card_total: number
  gift_card_tax_total: number
  gift_card_parts: readonly GiftCardPart[]
}

const NO_GIFT_CARDS: GiftCardTotals = { gift_card_total: 0, gift_card_tax_total: 0, gift_card_parts: [] }

/** `subtotal` and `shipping_total` exclude tax. */
export type AmountsDue = { subtotal: number; shipping_total: number; discount_total: number; tax_total: number }

/** Spends the cards in order of expiry, then of balance. Returns shares that are above 0. */
export function spendGiftCards<Card extends SpendableCard>(
  cards: readonly Card[],
  amount: number,
): GiftCardSpending<Card>[] {
  const spendings: GiftCardSpending<Card>[] = []
  let remainder = amount
  for (const card of cards.length > 1 ? cards.toSorted(compareSpendingOrder) : cards) {
    const share = Math.min(remainder, card.balance)
    if (share <= 0) continue
    spendings.push({ card, amount: share })
    remainder -= share
  }
  return spendings
}

/**
 * If gift cards are taxable, they pay the net amount and, in addition, the tax on it. Otherwise they pay the gross
 * amount. They never pay more than the total, or more tax than `tax_total`.
 */
export function computeGiftCardTotals(
  cards: readonly SpendableCard[],
  due: AmountsDue,
  { taxable }: { taxable: boolean },
): GiftCardTotals {
  if (cards.length === 0) return NO_GIFT_CARDS
  const net = due.subtotal + due.shipping_total - due.discount_total
  const spentCards = spendGiftCards(cards, taxable ? net : net + due.tax_total).map(({ card, amount }) => ({
    gift_card_id: card.id,
    amount,
    is_taxable: taxable,
    tax_rate: card.tax_rate,
  }))
  return computeSpentGiftCardTotals(spentCards, due.tax_total)
}

/**
 * Returns the totals of the cards that paid for an order. The rounding remainder of each tax goes to the next card, so
 * the taxes add up to the rounded sum of the exact taxes. They never exceed `taxTotal`.
 */
export function computeSpentGiftCardTotals(cards: readonly SpentGiftCard[], taxTotal: number): GiftCardTotals {
  if (cards.length === 0) return NO_GIFT_CARDS
  let gift_card_total = 0
  let gift_card_tax_total = 0
  let exactTax = 0
  const gift_card_parts = cards.map(({ gift_card_id, amount, is_taxable, tax_rate }) => {
    exactTax += is_taxable ? percentOf(amount, tax_rate ?? 0) : 0
    const tax = Math.min(round(exactTax), taxTotal) - gift_card_tax_total
    gift_card_total += amount
    gift_card_tax_total += tax
    return { gift_card_id, amount, tax, tax_rate: is_taxable ? tax_rate : null }
  })
  return { gift_card_total, gift_card_tax_total, gift_card_parts }
}

function compareSpendingOrder(a: SpendableCard, b: SpendableCard): number {
  return expiryTime(a) - expiryTime(b) || a.balance - b.balance || (a.id < b.id ? -1 : 1)
}

function expiryTime(card: SpendableCard): number {
  return card.ends_at?.getTime() ?? Number.MAX_VALUE
}
