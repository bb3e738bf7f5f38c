import { InvalidData } from '#entities/errors.ts'
import { ratesFor, type TaxLine } from '#entities/market/tax/tax.ts'
import { type SpentBalances, spendBalances } from '#entities/promotions/balance/spend-balances.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import type { Shop } from '#entities/shop.ts'
import { MAX_AMOUNT, sum } from '#entities/values/money.ts'
import type { AdjustmentSnapshot, CartLineSnapshot, CartSnapshot, ShippingMethodSnapshot } from '../cart/read-cart.ts'
import { computeAdjustments } from './cart-discounts.ts'
import { findReachedRule, isFreeShipping } from './eligible-lines.ts'
import { computeShippingCost, findFreeShipping } from './free-shipping.ts'
import { NO_PLUGIN_ADJUSTMENTS, type PluginAdjustment } from './price-adjustments.ts'
import { type CartTaxes, computePluginAdjustments } from './price-functions.ts'
import { findProvidedTaxes } from './request-cart-taxes.ts'
import { isTaxable } from './taxable-line.ts'
import { type CartTotals, computeCartTotals, computeCompletedCartTotals } from './totals.ts'

/** The total of an open cart is paid by `tenders` and, for the amount `due`, by a payment provider. */
export interface PricedCart extends SpentBalances {
  totals: CartTotals
  /** `lines` and `shipping_methods` are in the same order as in the cart. */
  lines: { tax_lines: TaxLine[]; adjustments: AdjustmentSnapshot[] }[]
  shipping_methods: { tax_lines: TaxLine[]; adjustments: readonly PluginAdjustment[] }[]
  /** In minor units without tax, also if the shipping is free. */
  shipping_cost: number
  /** The discount that gives the shipping. */
  free_shipping_id: string | null
  /** The error of the tax provider of the region. The taxes then have the rates of the region. */
  tax_error?: unknown
}

/** The parts of the shop that determine the prices of a cart. */
export type Pricing = Pick<Shop, 'prices' | 'taxes'>

type TaxMode = 'automatic' | 'forced'

/**
 * `forced` computes taxes even if the region does not compute them automatically. The tax provider of the region, if any,
 * sets the rates of an open cart.
 * @throws InvalidData if a total exceeds the maximum. Error if a plugin returns an invalid price adjustment.
 * ProviderAnswerNeeded if an answer of the tax provider is missing. Base procedures then run the call again.
 */
export function priceCart(cart: CartSnapshot, shop: Pricing, taxes: TaxMode = 'automatic'): PricedCart {
  const priced = priceWithRegionRates(cart, shop, taxes)
  if (!cart.region.tax_provider_id || cart.completed_at !== null || !isTaxed(cart, taxes)) return priced
  const provided = findProvidedTaxes(cart, shop.taxes, priced)
  if (!provided) return priced
  return 'error' in provided ? { ...priced, tax_error: provided.error } : priceWithTaxes(cart, shop, provided)
}

/** Ignores the tax provider of the region. */
export function priceWithRegionRates(cart: CartSnapshot, shop: Pricing, taxes: TaxMode = 'automatic'): PricedCart {
  const isCompleted = cart.completed_at !== null
  const taxed = isTaxed(cart, taxes)
  return priceWithTaxes(cart, shop, {
    lines: cart.items.map(
      (line) => line.agreed?.tax_lines ?? (isCompleted ? line.tax_lines : taxed ? findLineTaxes(line, cart) : []),
    ),
    shipping_methods: cart.shipping_methods.map((method) =>
      isCompleted ? method.tax_lines : taxed ? findMethodTaxes(method, cart) : [],
    ),
  })
}

/**
 * Prices an open cart, or the cart of an order as if it was open, with the taxes of its sale. Gift cards and balances pay nothing, because
 * they change no price.
 */
export function priceAgain(cart: CartSnapshot, shop: Pricing): PricedCart {
  const open = { ...cart, completed_at: null, gift_cards: [], balances: [] }
  if (cart.completed_at === null) return priceWithRegionRates(open, shop, 'forced')
  const lines = cart.items.map(({ tax_lines }) => tax_lines)
  return priceWithTaxes(open, shop, {
    lines,
    shipping_methods: cart.shipping_methods.map(({ tax_lines }) => tax_lines),
  })
}

const isTaxed = ({ type, region }: CartSnapshot, taxes: TaxMode): boolean =>
  taxes === 'forced' || type === 'swap' || region.automatic_taxes

function priceWithTaxes(
  cart: CartSnapshot,
  { prices }: Pricing,
  { lines: lineTaxes, shipping_methods: methodTaxes }: CartTaxes,
): PricedCart {
  const isCompleted = cart.completed_at !== null
  const pluginAdjustments = isCompleted
    ? NO_PLUGIN_ADJUSTMENTS
    : computePluginAdjustments(cart, prices, { lines: lineTaxes, shipping_methods: methodTaxes })
  const lineAdjustments = isCompleted
    ? cart.items.map((line) => line.adjustments)
    : computeAdjustments(cart, lineTaxes, pluginAdjustments)
  const methodAdjustments = cart.shipping_methods.map(
    ({ id, adjustments }) => (isCompleted ? adjustments : pluginAdjustments.get(id)) ?? [],
  )
  const shippingMethods = cart.shipping_methods.map((method, i) => ({
    price: method.price,
    includes_tax: method.includes_tax,
    tax_lines: methodTaxes[i] as TaxLine[],
    adjustments: methodAdjustments[i] ?? [],
  }))
  const shipping_cost = computeShippingCost(shippingMethods)
  const freeShipping = findFreeShipping(cart, shipping_cost)
  const goods = {
    lines: cart.items.map((line, i) => ({
      unit_price: line.unit_price,
      quantity: line.quantity,
      includes_tax: line.includes_tax,
      tax_lines: lineTaxes[i] as TaxLine[],
      adjustments: lineAdjustments[i] as AdjustmentSnapshot[],
      agreed: line.agreed,
    })),
    shipping_methods: shippingMethods.map((method) => ({ ...method, free: freeShipping !== undefined })),
  }
  const { gift_cards, gift_card_transactions, region } = cart
  const totals = isCompleted
    ? computeCompletedCartTotals({ ...goods, gift_card_transactions })
    : computeCartTotals({ ...goods, gift_cards, gift_cards_taxable: region.gift_cards_taxable })
  if (exceedsMaximum(totals))
    throw new InvalidData('The total of the cart is too large').because({ name: 'total_too_large' })
  return {
    totals,
    ...spendBalances(cart.balances, totals.total),
    lines: cart.items.map((_, i) => ({
      tax_lines: lineTaxes[i] as TaxLine[],
      adjustments: lineAdjustments[i] as AdjustmentSnapshot[],
    })),
    shipping_cost,
    free_shipping_id: freeShipping?.id ?? null,
    shipping_methods: methodTaxes.map((tax_lines, i) => ({ tax_lines, adjustments: methodAdjustments[i] ?? [] })),
  }
}

/** Surcharges count, because they make the discount total negative. */
export const exceedsMaximum = ({
  subtotal,
  discount_total,
  shipping_total,
  tax_total,
}: Pick<CartTotals, 'subtotal' | 'discount_total' | 'shipping_total' | 'tax_total'>): boolean =>
  subtotal + Math.max(0, 0 - discount_total) + shipping_total + tax_total > MAX_AMOUNT

/** The discounts that lower the price of the cart, with the values of the reached tiers. */
export const findAppliedDiscounts = (
  cart: CartSnapshot,
  { lines, totals, free_shipping_id }: PricedCart,
): DiscountSnapshot[] =>
  cart.discounts
    .filter((discount) =>
      isFreeShipping(discount)
        ? totals.shipping_methods.some(({ original_total }) => original_total > 0) && discount.id === free_shipping_id
        : lines.some(({ adjustments }) => adjustments.some(({ discount_id }) => discount_id === discount.id)),
    )
    .map((discount) =>
      discount.rule.tiers ? { ...discount, agreed_value: findReachedRule(cart, discount).value } : discount,
    )

/** What the discount takes off the price of the goods and of the shipping, in minor units without tax. */
export const amountGivenBy = (discount_id: string, { lines, shipping_cost, free_shipping_id }: PricedCart): number =>
  sum(
    lines.flatMap(({ adjustments }) => adjustments).map((one) => (one.discount_id === discount_id ? one.amount : 0)),
  ) + (free_shipping_id === discount_id ? shipping_cost : 0)

/** A line whose variant is deleted has no tax, and its cart cannot be completed. */
const findLineTaxes = (line: CartLineSnapshot, { region }: CartSnapshot): TaxLine[] =>
  isTaxable(line, region) ? ratesFor(line.linked_rates, region.tax_rate) : []

const findMethodTaxes = (method: ShippingMethodSnapshot, { region }: CartSnapshot): TaxLine[] =>
  ratesFor(method.linked_rates, region.tax_rate)
