import {
  computeGiftCardTotals,
  computeSpentGiftCardTotals,
  type GiftCardTotals,
  type SpendableCard,
  type SpentGiftCard,
} from '#entities/promotions/gift-card/spend-gift-cards.ts'
import { allocate, round, shareOf, sumOfAmounts } from '#entities/values/money.ts'
import { computeLineTotals, type DiscountedLine, type LineTotals } from './line-totals.ts'
import { computeShippingTotals, type PricedShipping, type ShippingTotals } from './shipping-totals.ts'

type PricedGoods = {
  lines: readonly DiscountedLine[]
  shipping_methods: readonly PricedShipping[]
}

export type CartTotalsInput = PricedGoods & {
  gift_cards: readonly SpendableCard[]
  gift_cards_taxable: boolean
}

export type CompletedCart = PricedGoods & { gift_card_transactions: readonly SpentGiftCard[] }

export type OrderedLine = DiscountedLine & { returned_quantity: number | null; replaced_value?: number | null }

export type PricedOrder = {
  lines: readonly OrderedLine[]
  shipping_methods: readonly PricedShipping[]
  gift_card_transactions: readonly SpentGiftCard[]
  payments: readonly { amount: number }[]
  refunds: readonly { amount: number }[]
}

/** `lines` and `shipping_methods` are in the order of the input. */
export type CartTotals = GiftCardTotals & {
  subtotal: number
  discount_total: number
  item_tax_total: number
  shipping_total: number
  shipping_tax_total: number
  tax_total: number
  total: number
  lines: LineTotals[]
  shipping_methods: ShippingTotals[]
}

export type OrderTotals = Omit<CartTotals, 'lines'> & {
  paid_total: number
  refunded_total: number
  refundable_amount: number
  lines: OrderedLineTotals[]
}

/** `refundable` is the value of the quantity that was not returned. */
export type OrderedLineTotals = LineTotals & { refundable: number }

/** `total` is the amount due after gift cards. Only a swap cart can have negative totals. */
export function computeCartTotals(cart: CartTotalsInput): CartTotals {
  return computeTotals(cart, (goods) =>
    computeGiftCardTotals(cart.gift_cards, goods, { taxable: cart.gift_cards_taxable }),
  )
}

export function computeCompletedCartTotals(cart: CompletedCart): CartTotals {
  return computeTotals(cart, ({ tax_total }) => computeSpentGiftCardTotals(cart.gift_card_transactions, tax_total))
}

function computeTotals(cart: PricedGoods, computeCardTotals: (goods: GoodsTotals) => GiftCardTotals): CartTotals {
  const lines = cart.lines.map(computeLineTotals)
  const goods = computeGoodsTotals(lines, cart.shipping_methods)
  const cards = computeCardTotals(goods)
  return { ...goods, ...cards, total: computeTotal(goods, cards), lines }
}

/** `tax_total` excludes the tax that gift cards paid. */
export function computeOrderTotals(order: PricedOrder): OrderTotals {
  const lines = order.lines.map(computeOrderedLineTotals)
  const goods = computeGoodsTotals(lines, order.shipping_methods)
  const cards = computeSpentGiftCardTotals(order.gift_card_transactions, goods.tax_total)
  const paid_total = sumOfAmounts(order.payments)
  const refunded_total = sumOfAmounts(order.refunds)
  return {
    ...goods,
    ...cards,
    tax_total: goods.tax_total - cards.gift_card_tax_total,
    total: computeTotal(goods, cards),
    paid_total,
    refunded_total,
    refundable_amount: paid_total - refunded_total,
    lines,
  }
}

export function computeOrderedLineTotals(line: OrderedLine): OrderedLineTotals {
  const totals = computeLineTotals(line)
  return { ...totals, refundable: computeRefundable(totals, line) }
}

export function computeRefundable(
  totals: Pick<LineTotals, 'total'>,
  {
    returned_quantity,
    quantity,
    replaced_value,
  }: Pick<OrderedLine, 'returned_quantity' | 'quantity' | 'replaced_value'>,
): number {
  const total = replaced_value ?? totals.total
  return total - shareOf(total, returned_quantity ?? 0, quantity)
}

/** Returns the amount that gift cards pay for each line. Shipping gets a share too, so no share exceeds its line. */
export function splitGiftCardTotal({
  gift_card_total,
  lines,
  shipping_methods,
}: Pick<CartTotals, 'gift_card_total' | 'lines' | 'shipping_methods'>): number[] {
  if (gift_card_total === 0) return lines.map(() => 0)
  const weights = [...lines, ...shipping_methods].map(({ total }) => Math.max(0, total))
  return allocate(gift_card_total, weights).slice(0, lines.length)
}

type GoodsTotals = Omit<CartTotals, 'lines' | 'total' | keyof GiftCardTotals>

function computeGoodsTotals(lines: readonly LineTotals[], methods: readonly PricedShipping[]): GoodsTotals {
  let subtotal = 0
  let exact_discount = 0
  let item_tax_total = 0
  for (const line of lines) {
    subtotal += line.subtotal
    exact_discount += line.exact_discount
    item_tax_total += line.tax_total
  }
  const shipping_methods = methods.map(computeShippingTotals)
  let shipping_total = 0
  let shipping_tax_total = 0
  for (const method of shipping_methods) {
    shipping_total += method.subtotal
    shipping_tax_total += method.tax_total
  }
  return {
    subtotal,
    discount_total: round(exact_discount),
    item_tax_total,
    shipping_total,
    shipping_tax_total,
    tax_total: item_tax_total + shipping_tax_total,
    shipping_methods,
  }
}

function computeTotal(goods: GoodsTotals, cards: GiftCardTotals): number {
  const due = goods.subtotal + goods.shipping_total + goods.tax_total - goods.discount_total
  return due - cards.gift_card_total - cards.gift_card_tax_total
}
