import { percentOf, round } from '#entities/values/money.ts'

/** A gift card: `balance` in minor units, `tax_rate` in percent, null where gift cards are not taxed. */
export type SpendableCard = { id: string; balance: number; tax_rate: number | null; ends_at: Date | null }

/** What a gift card gives. */
export type GiftCardSpending<Card> = { card: Card; amount: number }

/** What an order took from a gift card; whether and how it was taxed is kept from the time of the order. */
export type SpentGiftCard = {
  gift_card_id: string
  amount: number
  is_taxable: boolean | null
  tax_rate: number | null
}

/** What one card gave, and the tax that it saved. */
export type GiftCardPart = { gift_card_id: string; amount: number; tax: number; tax_rate: number | null }

/** Sums of the `spent` parts. */
export type GiftCardTotals = { gift_card_total: number; gift_card_tax_total: number; spent: readonly GiftCardPart[] }

const NOTHING_SPENT: GiftCardTotals = { gift_card_total: 0, gift_card_tax_total: 0, spent: [] }

/** What a purchase leaves to its gift cards: `subtotal` and `shipping_total` without tax. */
export type GiftCardable = { subtotal: number; shipping_total: number; discount_total: number; tax_total: number }

/**
 * Takes `amount` from the cards: those that end first, then those with the smallest balance. The parts are positive,
 * none is above the balance of its card, and they add up to `amount` or to all balances.
 */
export function spendGiftCards<Card extends SpendableCard>(
  cards: readonly Card[],
  amount: number,
): GiftCardSpending<Card>[] {
  const spendings: GiftCardSpending<Card>[] = []
  let left = amount
  for (const card of cards.length > 1 ? cards.toSorted(bySpendingOrder) : cards) {
    const given = Math.min(left, card.balance)
    if (given <= 0) continue
    spendings.push({ card, amount: given })
    left -= given
  }
  return spendings
}

/**
 * What the cards of a cart pay. Where gift cards are taxed they pay net amounts and, besides, the tax on them; elsewhere
 * they pay gross like money. Together never more than there is to pay, nor more tax than there is tax.
 */
export function giftCardTotals(
  cards: readonly SpendableCard[],
  due: GiftCardable,
  { taxable }: { taxable: boolean },
): GiftCardTotals {
  if (cards.length === 0) return NOTHING_SPENT
  const net = due.subtotal + due.shipping_total - due.discount_total
  const spent = spendGiftCards(cards, taxable ? net : net + due.tax_total).map(({ card, amount }) => ({
    gift_card_id: card.id,
    amount,
    is_taxable: taxable,
    tax_rate: card.tax_rate,
  }))
  return spentGiftCardTotals(spent, due.tax_total)
}

/**
 * What gift cards paid for an order, of whose `taxTotal` they cannot have paid more than all. The tax is rounded once for
 * all cards: what rounding that of one leaves over goes into the next.
 */
export function spentGiftCardTotals(cards: readonly SpentGiftCard[], taxTotal: number): GiftCardTotals {
  if (cards.length === 0) return NOTHING_SPENT
  let gift_card_total = 0
  let gift_card_tax_total = 0
  let unrounded = 0
  const spent = cards.map(({ gift_card_id, amount, is_taxable, tax_rate }) => {
    unrounded += is_taxable ? percentOf(amount, tax_rate ?? 0) : 0
    const tax = Math.min(round(unrounded), taxTotal) - gift_card_tax_total
    gift_card_total += amount
    gift_card_tax_total += tax
    return { gift_card_id, amount, tax, tax_rate: is_taxable ? tax_rate : null }
  })
  return { gift_card_total, gift_card_tax_total, spent }
}

function bySpendingOrder(a: SpendableCard, b: SpendableCard): number {
  return endOf(a) - endOf(b) || a.balance - b.balance || (a.id < b.id ? -1 : 1)
}

function endOf(card: SpendableCard): number {
  return card.ends_at?.getTime() ?? Number.MAX_VALUE
}
