import type { RouterOutputs } from '#client/index.ts'

/** The sales of a day or a month in a region and a currency. */
export type SalesRow = RouterOutputs['admin']['statistics']['sales']['sales'][number]

/** Money of two currencies is never added, so the figures are separate for each region and currency. */
export interface Market {
  key: string
  name: string
  currency: string
}

export interface Figures {
  /** Payments minus refunds, with taxes. */
  net: number
  sales: number
  refunds: number
  giftCards: number
  orders: number
  returning: number
  /** The goods without taxes and before discounts. */
  subtotal: number
  discounts: number
  /** Without taxes. */
  shipping: number
  taxes: number
}

const keyOf = ({ region_id, currency_code }: SalesRow): string => `${region_id} ${currency_code}`

/** The markets with sales, the one with the most orders first. */
export function marketsOf(sales: readonly SalesRow[]): Market[] {
  const orders = new Map<string, number>()
  for (const sale of sales) orders.set(keyOf(sale), (orders.get(keyOf(sale)) ?? 0) + sale.orders)
  const markets = new Map(
    sales.map((sale) => [keyOf(sale), { key: keyOf(sale), name: sale.region_name, currency: sale.currency_code }]),
  )
  return [...markets.values()].sort((a, b) => (orders.get(b.key) ?? 0) - (orders.get(a.key) ?? 0))
}

export const salesOfMarket = (sales: readonly SalesRow[], { key }: Market): SalesRow[] =>
  sales.filter((sale) => keyOf(sale) === key)

export function figuresOf(sales: readonly SalesRow[]): Figures {
  const sum = (value: (sale: SalesRow) => number) => sales.reduce((total, sale) => total + value(sale), 0)
  return {
    net: sum(({ revenue, refunded }) => revenue - refunded),
    sales: sum(({ revenue }) => revenue),
    refunds: sum(({ refunded }) => refunded),
    giftCards: sum(({ gift_card_total }) => gift_card_total),
    orders: sum(({ orders }) => orders),
    returning: sum(({ returning_orders }) => returning_orders),
    subtotal: sum(({ subtotal }) => subtotal),
    discounts: sum(({ discount_total }) => discount_total),
    shipping: sum(({ shipping_total }) => shipping_total),
    taxes: sum(({ tax_total }) => tax_total),
  }
}

type PartName =
  | 'subtotal'
  | 'discounts'
  | 'netGoods'
  | 'shipping'
  | 'taxes'
  | 'total'
  | 'giftCards'
  | 'unpaid'
  | 'paid'
  | 'refunds'
  | 'net'

/** Each sum is the sum of the parts above it. `unpaid` are debts, exchanges, and payments of canceled orders. */
export function partsOf(figures: Figures): { name: PartName; amount: number; isSum?: boolean }[] {
  const { subtotal, discounts, shipping, taxes, giftCards, sales, refunds, net } = figures
  const total = subtotal - discounts + shipping + taxes
  return [
    { name: 'subtotal', amount: subtotal },
    { name: 'discounts', amount: 0 - discounts },
    { name: 'netGoods', amount: subtotal - discounts, isSum: true },
    { name: 'shipping', amount: shipping },
    { name: 'taxes', amount: taxes },
    { name: 'total', amount: total, isSum: true },
    { name: 'giftCards', amount: 0 - giftCards },
    { name: 'unpaid', amount: sales + giftCards - total },
    { name: 'paid', amount: sales, isSum: true },
    { name: 'refunds', amount: 0 - refunds },
    { name: 'net', amount: net, isSum: true },
  ]
}

/** In minor units. Undefined without orders. */
export const averageOf = ({ sales, giftCards, orders }: Figures): number | undefined =>
  orders > 0 ? Math.round((sales + giftCards) / orders) : undefined

/** Undefined without orders. */
export const returningShareOf = ({ returning, orders }: Figures): number | undefined =>
  orders > 0 ? returning / orders : undefined

/** The relative change, such as 0.12 for 12 % more. Undefined without a value before. */
export const changeOf = (value: number | undefined, before: number | undefined): number | undefined =>
  value === undefined || !before || before < 0 ? undefined : value / before - 1
