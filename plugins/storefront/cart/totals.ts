import { html, type Markup } from 'cartwright'
import type { Cart, Order } from '../api.ts'
import type { View } from '../site/view.ts'

interface TotalsContent {
  cart: Cart | Order
  /** Whether the customer has chosen the shipping. */
  hasShipping: boolean
}

/** The sums of a cart or an order, with the taxes in the prices or after them. */
export function totals(view: View, { cart, hasShipping }: TotalsContent): Markup {
  const { texts, format, market } = view
  const { subtotal, discount, shipping } = market.showsTax ? sumsWithTax(cart) : sumsWithoutTax(cart)
  const giftCards = cart.gift_card_total + (cart.gift_card_tax_total ?? 0)
  const shippingText = shipping === 0 ? texts.cart.free : format.money(shipping)
  return html`<dl class="totals">
${totalsRow(texts.cart.subtotal, format.money(subtotal))}
${discount > 0 && totalsRow(texts.cart.discount, format.money(-discount))}
${totalsRow(texts.cart.shipping, hasShipping ? shippingText : texts.cart.shippingLater)}
${!market.showsTax && totalsRow(texts.cart.tax, format.money(cart.tax_total ?? 0))}
${giftCards > 0 && totalsRow(texts.cart.giftCard, format.money(-giftCards))}
<div class="total"><dt>${texts.cart.total}</dt><dd class="money">${format.money(cart.total)}</dd></div>
</dl>
${market.showsTax && html`<p class="soft">${texts.cart.taxIncluded(format.money(cart.tax_total ?? 0))}</p>`}`
}

export const totalsRow = (name: string, value: string): Markup =>
  html`<div><dt>${name}</dt><dd class="money">${value}</dd></div>`

type Sums = Record<'subtotal' | 'discount' | 'shipping', number>

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

function sumsWithTax({ items = [], shipping_methods = [] }: Cart | Order): Sums {
  const subtotal = sum(items.map(({ original_total }) => original_total))
  return {
    subtotal,
    discount: subtotal - sum(items.map(({ total }) => total)),
    shipping: sum(shipping_methods.map(({ total }) => total)),
  }
}

const sumsWithoutTax = ({ subtotal, discount_total, shipping_total }: Cart | Order): Sums => ({
  ...{ subtotal, discount: discount_total, shipping: shipping_total },
})
