import type { Order } from '../order.ts'

export interface SumsWithTax {
  subtotal: number
  discount_total: number
  shipping_total: number
}

/** The sums with tax, if the prices of the order include tax. Undefined if they do not add up to its total, as after some edits. */
export function maybeSumsWithTax(order: Order): SumsWithTax | undefined {
  const { items = [], shipping_methods = [], gift_card_total = 0, gift_card_tax_total = 0 } = order
  if (!items.some(({ includes_tax }) => includes_tax)) return undefined
  const subtotal = sum(items.map(({ original_total = 0 }) => original_total))
  const discount_total = subtotal - sum(items.map(({ total = 0 }) => total))
  const shipping_total = sum(shipping_methods.map(({ total = 0 }) => total))
  const total = subtotal - discount_total + shipping_total - gift_card_total - gift_card_tax_total
  return total === order.total ? { subtotal, discount_total, shipping_total } : undefined
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
