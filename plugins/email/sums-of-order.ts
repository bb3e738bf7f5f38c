import type { OrderSums } from './mail.ts'

interface PricedOrder {
  items?: readonly { includes_tax: boolean; original_total?: number; total?: number }[]
  shipping_methods?: readonly { total?: number }[]
  subtotal: number
  discount_total: number
  shipping_total: number
  gift_card_total: number
  gift_card_tax_total: number
  total: number
}

/** The sums with tax if a price of the order includes tax and they add up to its total, else the sums without tax. */
export function sumsOf(order: PricedOrder): OrderSums {
  const { items = [], shipping_methods = [] } = order
  const gross = sum(items.map(({ original_total = 0 }) => original_total))
  const discount = gross - sum(items.map(({ total = 0 }) => total))
  const shipping = sum(shipping_methods.map(({ total = 0 }) => total))
  const gift_card = order.gift_card_total + order.gift_card_tax_total
  const total = gross - discount + shipping - gift_card
  if (items.some(({ includes_tax }) => includes_tax) && total === order.total)
    return { includes_tax: true, items: gross, discount, shipping, gift_card }
  const { subtotal, discount_total, shipping_total, gift_card_total } = order
  return {
    ...{ includes_tax: false, items: subtotal, discount: discount_total, shipping: shipping_total },
    gift_card: gift_card_total,
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
