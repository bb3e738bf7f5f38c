import { defineStrings } from './define-strings.ts'

/** The parts of totals. The keys are the kinds of `explainTotals`. */
export const en = {
  total: 'Total',
  subtotal: 'Subtotal',
  discount_total: 'Discounts',
  shipping_total: 'Shipping',
  tax_total: 'Taxes',
  item_tax_total: 'Taxes of items',
  shipping_tax_total: 'Taxes of shipping',
  gift_card_total: 'Gift cards',
  gift_card_tax_total: 'Taxes of gift cards',
  refundable_amount: 'Refundable',
  paid_total: 'Payments',
  refunded_total: 'Refunded',
  price: 'Price',
  adjustment: 'Discount',
  adjustmentCode: (code: string) => `Discount ${code}`,
  price_adjustment: 'Price adjustment',
  free_shipping: 'Free shipping',
  tax: 'Tax',
  contained_tax: 'Contained tax',
  gift_card: 'Gift card',
  gift_card_tax: 'Tax of the gift card',
  payment: 'Payment',
  refund: 'Refund',
  rounding: 'Rounding',
  explain: 'Explain',
  explainTotal: (name: string, amount: string) => `Explain ${name}, ${amount}`,
  explainTitle: (name: string) => `${name}, explained`,
  explainHint: 'Each amount is the sum of the amounts below it. The shop calculates in whole minor units.',
  times: (quantity: number, price: string) => `${quantity} × ${price}`,
  rateOf: (rate: string, base: string) => `${rate} of ${base}`,
  exact: (amount: string) => `exactly ${amount}`,
}

export const totals = defineStrings(en, { de: () => import('./de/totals.ts') })
