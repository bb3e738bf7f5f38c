import type { EntityManager } from '@mikro-orm/postgresql'
import type { TaxLine } from '#entities/market/tax/tax.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { computeLineSubtotal } from './line-totals.ts'
import {
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

/** Price functions belong to one ORM, so that one process can run several shops. */
const functionsByShop = new WeakMap<EntityManager['config'], readonly PriceFunction[]>()

export const setPriceFunctions = (config: EntityManager['config'], functions: readonly PriceFunction[]): unknown =>
  functionsByShop.set(config, functions)

export const priceFunctionsOf = (em: EntityManager): readonly PriceFunction[] | undefined =>
  functionsByShop.get(em.config)

/** The taxes are in the order of the lines and shipping methods. */
export interface CartTaxes {
  lines: readonly TaxLine[][]
  shipping_methods: readonly TaxLine[][]
}

/** Returns no adjustments for the returned items of a swap. @throws Error if a plugin returns an invalid adjustment. */
export function computePluginAdjustments(cart: CartSnapshot, taxes: CartTaxes): PluginAdjustments {
  if (!cart.price_functions) return NO_PLUGIN_ADJUSTMENTS
  const lines = cart.items.map((line, i) => ({ ...line, tax_lines: taxes.lines[i] ?? [] }))
  const methods = cart.shipping_methods.map((method, i) => ({ ...method, tax_lines: taxes.shipping_methods[i] ?? [] }))
  const goods = [
    ...lines
      .filter(({ is_return }) => !is_return)
      .map((line) => ({
        id: line.id,
        price: computeLineSubtotal(line),
        sharesCartAdjustments: line.allow_discounts,
      })),
    ...methods.map((method) => ({
      id: method.id,
      price: computeShippingTotals({ ...method, adjustments: null, free: false }).subtotal,
      sharesCartAdjustments: false,
    })),
  ]
  const adjustable = cart.type === 'swap' ? { ...cart, items: cart.items.filter((line) => !line.is_return) } : cart
  const requested = cart.price_functions.flatMap(({ plugin, adjust }) =>
    adjust(adjustable).map((adjustment) => ({ ...adjustment, plugin })),
  )
  return applyPriceAdjustments(goods, requested)
}
