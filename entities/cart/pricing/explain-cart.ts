import type { CartSnapshot } from '../cart/read-cart.ts'
import { isFreeShipping } from './eligible-lines.ts'
import { explainCartTotal } from './explain-totals.ts'
import type { PricedCart } from './price-cart.ts'
import type { TotalPart } from './total-part.ts'

export function explainCart(
  cart: CartSnapshot,
  { totals, lines, shipping_methods, free_shipping_id }: PricedCart,
): TotalPart {
  const inputs = {
    lines: cart.items.map((item, i) => ({ ...item, ...(lines[i] as PricedCart['lines'][number]) })),
    shipping_methods: cart.shipping_methods.map((method, i) => ({
      ...method,
      ...(shipping_methods[i] as PricedCart['shipping_methods'][number]),
      name: method.shipping_option.name,
    })),
    discounts: cart.discounts.filter((one) => !isFreeShipping(one) || one.id === free_shipping_id),
    gift_cards: cart.gift_cards,
  }
  return explainCartTotal(inputs, totals)
}
