import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, type NewRow } from '#database/rows.ts'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { PricedCart } from '#entities/cart/pricing/price-cart.ts'
import { sumOfRates } from '#entities/market/tax/tax.ts'
import { generateGiftCardCode } from '#entities/promotions/gift-card/generate-gift-card-code.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { round } from '../values/money.ts'

/** Issues one card per unit. Its value is the unit price without tax. */
export function issueGiftCards(
  em: EntityManager,
  { cart, priced, order_id }: { cart: CartSnapshot; priced: PricedCart; order_id: string },
): NewRow<GiftCard>[] {
  const cards: NewRow<GiftCard>[] = []
  for (const [i, line] of cart.items.entries()) {
    if (!line.is_giftcard) continue
    const value = round((priced.totals.lines[i]?.subtotal ?? 0) / line.quantity)
    const rates = priced.lines[i]?.tax_lines ?? []
    const tax_rate = rates.length > 0 ? sumOfRates(rates) : cart.region.tax_rate
    for (let unit = 0; unit < line.quantity; unit++) {
      const card = buildRow(em, GiftCard, {
        code: generateGiftCardCode(),
        value,
        balance: value,
        region_id: cart.region_id,
        order_id,
        metadata: line.metadata,
        tax_rate: cart.region.gift_cards_taxable ? tax_rate : null,
      })
      cards.push(card)
    }
  }
  return cards
}
