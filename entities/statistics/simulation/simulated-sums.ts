import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { PricedCart } from '#entities/cart/pricing/price-cart.ts'
import { sum } from '#entities/values/money.ts'
import type { Purchase } from './read-purchases.ts'

/** In minor units. Revenue is the price of the items after discounts, without taxes and shipping. */
export interface SimulatedSum {
  type: Purchase['type']
  currency_code: string
  purchases: number
  /** Purchases with another total. */
  touched: number
  revenue_before: number
  revenue_after: number
  discount_before: number
  discount_after: number
  /** Without taxes. */
  shipping_before: number
  shipping_after: number
  /** Of the items with a known cost in this currency. */
  margin_before: number
  margin_after: number
  /** Units, and those of them with a known cost. */
  units: number
  units_with_cost: number
}

interface Priced {
  type: Purchase['type']
  currency_code: string
  cart: CartSnapshot
  before: PricedCart
  after: PricedCart
}

/** Sums by kind of purchase and currency. */
export class SimulatedSums {
  readonly #sums = new Map<string, SimulatedSum>()

  add({ type, currency_code, cart, before, after }: Priced): void {
    const one = this.#sumOf(type, currency_code)
    one.purchases++
    if (before.totals.total !== after.totals.total) one.touched++
    one.revenue_before += revenueOf(before)
    one.revenue_after += revenueOf(after)
    one.discount_before += before.totals.discount_total
    one.discount_after += after.totals.discount_total
    one.shipping_before += before.totals.shipping_total
    one.shipping_after += after.totals.shipping_total
    for (const [i, { variant, quantity, is_return }] of cart.items.entries()) {
      if (is_return) continue
      one.units += quantity
      if (variant?.cost_amount == null || variant.cost_currency_code !== currency_code) continue
      one.units_with_cost += quantity
      const cost = variant.cost_amount * quantity
      one.margin_before += netOf(before, i) - cost
      one.margin_after += netOf(after, i) - cost
    }
  }

  read(): SimulatedSum[] {
    return [...this.#sums.values()].toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
  }

  #sumOf(type: Purchase['type'], currency_code: string): SimulatedSum {
    const key = keyOf({ type, currency_code })
    const found = this.#sums.get(key) ?? {
      ...{ type, currency_code, purchases: 0, touched: 0, revenue_before: 0, revenue_after: 0 },
      ...{
        discount_before: 0,
        discount_after: 0,
        shipping_before: 0,
        shipping_after: 0,
        margin_before: 0,
        margin_after: 0,
        units: 0,
        units_with_cost: 0,
      },
    }
    this.#sums.set(key, found)
    return found
  }
}

const keyOf = ({ type, currency_code }: Pick<SimulatedSum, 'type' | 'currency_code'>) =>
  `${type === 'order' ? 0 : 1} ${currency_code}`

const netOf = ({ totals }: PricedCart, i: number): number => {
  const line = totals.lines[i]
  return line ? line.subtotal - line.discount_total : 0
}

const revenueOf = (priced: PricedCart): number => sum(priced.totals.lines.map((_, i) => netOf(priced, i)))
