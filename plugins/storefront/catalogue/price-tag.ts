import { html, type Markup } from 'cartwright'
import type { View } from '../site/view.ts'
import type { Price } from './prices.ts'

interface PriceTagContent {
  price: Price
  /** Whether other variants cost more. */
  isRange?: boolean
}

export function priceTag({ texts, format }: View, { price, isRange = false }: PriceTagContent): Markup {
  const { amount, before, lowest } = price
  const money = isRange ? texts.product.from(format.money(amount)) : format.money(amount)
  if (before === undefined) return html`<p class="price">${money}</p>`
  return html`<p class="price price-reduced"><span>${money}</span> <s><span class="hidden">${texts.product.was('')}</span>${format.money(before)}</s>${
    lowest !== undefined && html` <span class="price-lowest">${texts.product.lowest(format.money(lowest))}</span>`
  }</p>`
}
