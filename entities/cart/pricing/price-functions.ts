import type { TaxLine } from '#entities/market/tax/tax.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { computeLineSubtotal } from './line-totals.ts'
import {
  type AdjustableGood,
  applyPriceAdjustments,
  NO_PLUGIN_ADJUSTMENTS,
  type PluginAdjustments,
  type PriceAdjustment,
} from './price-adjustments.ts'
import { computeShippingTotals } from './shipping-totals.ts'

/** Adjusts the prices of a cart. The result depends only on the cart. */
export interface PriceFunction {
  readonly plugin: string
  adjust(cart: CartSnapshot): readonly PriceAdjustment[]
}

/** The taxes are in the order of the lines and shipping methods. */
export interface CartTaxes {
  lines: TaxLine[][]
  shipping_methods: TaxLine[][]
}

/** Returns no adjustments for the returned items of a swap. @throws Error if a plugin returns an invalid adjustment. */
export function computePluginAdjustments(
  cart: CartSnapshot,
  prices: readonly PriceFunction[],
  taxes: CartTaxes,
): PluginAdjustments {
  if (prices.length === 0) return NO_PLUGIN_ADJUSTMENTS
  const items = cart.items.filter((line) => !line.is_return)
  const requested = prices.flatMap(({ plugin, adjust }) =>
    adjust(items.length < cart.items.length ? { ...cart, items } : cart)
      .filter(({ amount }) => amount !== 0)
      .map((adjustment) => ({ ...adjustment, plugin })),
  )
  return requested.length === 0 ? NO_PLUGIN_ADJUSTMENTS : applyPriceAdjustments(buildGoods(cart, taxes), requested)
}

function buildGoods({ items, shipping_methods }: CartSnapshot, taxes: CartTaxes): AdjustableGood[] {
  const lines = items.flatMap((line, i) => {
    if (line.is_return) return []
    const price = computeLineSubtotal({ ...line, tax_lines: taxes.lines[i] ?? [] })
    return [{ id: line.id, price, sharesCartAdjustments: line.allow_discounts }]
  })
  const methods = shipping_methods.map((method, i) => {
    const tax_lines = taxes.shipping_methods[i] ?? []
    const { subtotal } = computeShippingTotals({ ...method, tax_lines, adjustments: null, free: false })
    return { id: method.id, price: subtotal, sharesCartAdjustments: false }
  })
  return [...lines, ...methods]
}
