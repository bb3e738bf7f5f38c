import { InvalidData } from '#entities/errors.ts'
import { ratesFor, type TaxLine } from '#entities/market/tax/tax.ts'
import { type SpentBalances, spendBalances } from '#entities/promotions/balance/spend-balances.ts'
import { hasProductConditions, meetsConditions } from '#entities/promotions/discount/conditions.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import type { Shop } from '#entities/shop.ts'
import { MAX_AMOUNT, sumOfAmounts } from '#entities/values/money.ts'
import type { CartType } from '../cart/cart.ts'
import type { AdjustmentSnapshot, CartLineSnapshot, CartSnapshot, ShippingMethodSnapshot } from '../cart/read-cart.ts'
import { allocateDiscount, canShareDiscount, isFixedTotalDiscount } from './adjustments.ts'
import { findShare, findTermsOfSale, qualifiesAsSold, type SoldLine } from './agreed-terms.ts'
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
  const free = hasFreeShipping(cart)
  const goods = {
    lines: cart.items.map((line, i) => ({
      unit_price: line.unit_price,
      quantity: line.quantity,
      includes_tax: line.includes_tax,
      tax_lines: lineTaxes[i] as TaxLine[],
      adjustments: lineAdjustments[i] as AdjustmentSnapshot[],
      agreed: line.agreed,
    })),
    shipping_methods: cart.shipping_methods.map((method, i) => ({
      price: method.price,
      includes_tax: method.includes_tax,
      tax_lines: methodTaxes[i] as TaxLine[],
      adjustments: methodAdjustments[i] ?? [],
      free,
    })),
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

/** A completed cart has only the discounts that were applied. */
const hasFreeShipping = (cart: CartSnapshot): boolean =>
  cart.discounts.some(
    (discount) =>
      discount.rule.type === 'free_shipping' && (cart.completed_at !== null || givesShipping(cart, discount)),
  )

/** Conditions on products need at least one line that meets them. */
const givesShipping = ({ items }: CartSnapshot, discount: DiscountSnapshot): boolean =>
  !hasProductConditions(discount.conditions) ||
  items.some((line) => canShareDiscount({ ...line, qualifies: qualifies(line, discount) }))

/** The discounts that lower the price of the cart. */
export const findAppliedDiscounts = (cart: CartSnapshot, { lines, totals }: PricedCart): DiscountSnapshot[] =>
  cart.discounts.filter((discount) =>
    discount.rule.type === 'free_shipping'
      ? totals.shipping_methods.some(({ original_total }) => original_total > 0) && givesShipping(cart, discount)
      : lines.some(({ adjustments }) => adjustments.some(({ discount_id }) => discount_id === discount.id)),
  )

/** A custom line is not taxed. A line whose variant is deleted has no tax either, and its cart cannot be completed. */
const findLineTaxes = (line: CartLineSnapshot, { region }: CartSnapshot): TaxLine[] =>
  isTaxable(line, region) ? ratesFor(line.linked_rates, region.tax_rate) : []

const findMethodTaxes = (method: ShippingMethodSnapshot, { region }: CartSnapshot): TaxLine[] =>
  ratesFor(method.linked_rates, region.tax_rate)

type DiscountableLine = Pick<
  CartLineSnapshot,
  'id' | 'unit_price' | 'quantity' | 'includes_tax' | 'allow_discounts' | 'is_return' | 'variant' | 'tag_ids' | 'agreed'
>

interface Discountable {
  type?: CartType
  items: readonly DiscountableLine[]
  discounts: readonly DiscountSnapshot[]
  sold_lines?: readonly SoldLine[]
}

/**
 * `lineTaxes` and the result are in the order of the lines. Discounts apply to the prices that plugins have adjusted, so
 * the adjustments of plugins come first.
 */
function computeAdjustments(
  cart: Discountable,
  lineTaxes: TaxLine[][],
  pluginAdjustments = NO_PLUGIN_ADJUSTMENTS,
): AdjustmentSnapshot[][] {
  const { items, discounts } = cart
  const adjustments = new Map<string, AdjustmentSnapshot[]>(
    items.map((line) => [
      line.id,
      line.agreed
        ? buildAgreedAdjustments(line)
        : (pluginAdjustments.get(line.id) ?? []).map((adjustment, i) =>
            buildAdjustment(line.id, i, { ...adjustment, discount_id: null }),
          ),
    ]),
  )
  for (const discount of discounts) {
    const lines = items.map((line, i) => ({
      ...line,
      tax_lines: lineTaxes[i] as TaxLine[],
      adjustments: pluginAdjustments.get(line.id) ?? [],
      qualifies: qualifiesForSwap(cart, line, discount) ?? qualifies(line, discount),
    }))
    for (const { item_id, amount } of allocateDiscount(findRuleOfSwap(cart, discount), lines)) {
      const earlier = adjustments.get(item_id)
      const adjustment = { description: 'discount', discount_id: discount.id, plugin: null, amount }
      earlier?.push(buildAdjustment(item_id, earlier.length, adjustment))
    }
  }
  return [...adjustments.values()]
}

const buildAgreedAdjustments = ({ id, agreed }: DiscountableLine): AdjustmentSnapshot[] =>
  (agreed?.adjustments ?? []).map((adjustment, i) => ({
    id: `${id.replace('item_', 'lia_')}_${i}`,
    item_id: id,
    description: adjustment.discount_id ? 'discount' : 'rounding, or given back before',
    plugin: null,
    ...adjustment,
    metadata: null,
  }))

/** A swap has the terms of the sale. A fixed discount for the whole order covers only the share of the returned items. */
function findRuleOfSwap(
  { type, items, sold_lines = [] }: Discountable,
  discount: DiscountSnapshot,
): DiscountSnapshot['rule'] {
  if (type !== 'swap') return discount.rule
  const terms = findTermsOfSale(
    discount,
    sold_lines.map((line) => findShare(line, discount.id)),
  )
  return isFixedTotalDiscount(terms) ? { ...terms, value: sumReturnedShares(items, discount.id) } : terms
}

const sumReturnedShares = (items: readonly DiscountableLine[], id: string): number =>
  0 -
  sumOfAmounts(items.flatMap(({ agreed }) => agreed?.adjustments.filter(({ discount_id }) => discount_id === id) ?? []))

/** The id follows from the line and the position, so that it is the same in each response. Ids sort by position. */
const buildAdjustment = (
  item_id: string,
  position: number,
  adjustment: Omit<AdjustmentSnapshot, 'id' | 'item_id' | 'metadata'>,
): AdjustmentSnapshot => ({
  id: item_id.replace('item_', 'lia_') + (position === 0 ? '' : `_${String(position).padStart(3, '0')}`),
  item_id,
  ...adjustment,
  metadata: null,
})

const qualifiesForSwap = (
  { type, sold_lines = [] }: Discountable,
  { variant }: DiscountableLine,
  { id }: DiscountSnapshot,
): boolean | undefined => (type === 'swap' ? qualifiesAsSold(variant?.product.id, id, sold_lines) : undefined)

function qualifies({ variant, tag_ids }: DiscountableLine, { conditions }: DiscountSnapshot): boolean {
  const product = variant && { ...variant.product, tag_ids }
  return meetsConditions(product, conditions)
}
