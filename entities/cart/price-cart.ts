import { adjustments, isOffWhole } from '../discount/adjustments.ts'
import { meetsConditions } from '../discount/conditions.ts'
import { InvalidData } from '../errors.ts'
import { MAX_AMOUNT, sumOfAmounts } from '../money.ts'
import { ratesFor, type TaxLine } from '../tax/tax.ts'
import type { CartType } from './cart.ts'
import type { AdjustmentFacts, CartFacts, DiscountFacts, LineFacts, ShippingMethodFacts } from './read-cart.ts'
import { type CartTotals, cartTotals, completedCartTotals } from './totals.ts'

export interface PricedCart {
  totals: CartTotals
  /** Taxes and adjustments of each line, and taxes of each method, in the order of the cart. */
  lines: { tax_lines: TaxLine[]; adjustments: AdjustmentFacts[] }[]
  shipping_methods: { tax_lines: TaxLine[] }[]
}

/**
 * What a cart costs. Taxes are those of its region where that has them automatic, and always when `taxes` is `forced`
 * (as at the checkout) or it is that of a swap. On a completed cart it is what it was at its completion.
 * @throws InvalidData where the total is beyond what can be paid.
 */
export function priceCart(cart: CartFacts, taxes: 'automatic' | 'forced' = 'automatic'): PricedCart {
  const stored = cart.completed_at !== null
  const taxed = taxes === 'forced' || cart.type === 'swap' || cart.region.automatic_taxes
  const lineTaxes = cart.items.map(
    (line) => line.agreed?.tax_lines ?? (stored ? line.tax_lines : taxed ? taxesOfLine(line, cart) : []),
  )
  const methodTaxes = cart.shipping_methods.map((method) =>
    stored ? method.tax_lines : taxed ? taxesOfMethod(method, cart) : [],
  )
  const lineAdjustments = stored ? cart.items.map((line) => line.adjustments) : adjustmentsOf(cart, lineTaxes)
  const free = shipsFree(cart)
  const goods = {
    lines: cart.items.map((line, i) => ({
      unit_price: line.unit_price,
      quantity: line.quantity,
      includes_tax: line.includes_tax,
      tax_lines: lineTaxes[i] as TaxLine[],
      adjustments: lineAdjustments[i] as AdjustmentFacts[],
      agreed: line.agreed,
    })),
    shipping_methods: cart.shipping_methods.map((method, i) => ({
      price: method.price,
      includes_tax: method.includes_tax,
      tax_lines: methodTaxes[i] as TaxLine[],
      free,
    })),
  }
  const { gift_cards, gift_card_transactions, region } = cart
  const totals = stored
    ? completedCartTotals({ ...goods, gift_card_transactions })
    : cartTotals({ ...goods, gift_cards, gift_cards_taxable: region.gift_cards_taxable })
  if (totals.subtotal + totals.shipping_total + totals.tax_total > MAX_AMOUNT)
    throw new InvalidData('The total of the cart is too large')
  return {
    totals,
    lines: cart.items.map((_, i) => ({
      tax_lines: lineTaxes[i] as TaxLine[],
      adjustments: lineAdjustments[i] as AdjustmentFacts[],
    })),
    shipping_methods: methodTaxes.map((tax_lines) => ({ tax_lines })),
  }
}

/** Whether a discount makes the shipping free. */
export const shipsFree = (cart: Pick<CartFacts, 'discounts'>): boolean =>
  cart.discounts.some((discount) => discount.rule.type === 'free_shipping')

/** A line whose variant is gone is not taxed. */
const taxesOfLine = (line: LineFacts, { region }: CartFacts): TaxLine[] =>
  line.variant ? ratesFor(line.linked_rates, region.tax_rate) : []

const taxesOfMethod = (method: ShippingMethodFacts, { region }: CartFacts): TaxLine[] =>
  ratesFor(method.linked_rates, region.tax_rate)

type DiscountableLine = Pick<
  LineFacts,
  'id' | 'unit_price' | 'quantity' | 'includes_tax' | 'allow_discounts' | 'is_return' | 'variant' | 'tag_ids' | 'agreed'
>

interface Discountable {
  type?: CartType
  items: readonly DiscountableLine[]
  discounts: readonly DiscountFacts[]
}

/** What discounts take off each line, which is taxed so. */
export function adjustmentsOf(cart: Discountable, lineTaxes: TaxLine[][]): AdjustmentFacts[][] {
  const { items, discounts } = cart
  const found = new Map<string, AdjustmentFacts[]>(items.map((line) => [line.id, agreedAdjustments(line)]))
  for (const discount of discounts) {
    const lines = items.map((line, i) => ({
      ...line,
      tax_lines: lineTaxes[i] as TaxLine[],
      qualifies: qualifies(line, discount),
    }))
    for (const { item_id, amount } of adjustments(ruleIn(cart, discount), lines))
      found.get(item_id)?.push(adjustment(item_id, discount, amount))
  }
  return [...found.values()]
}

const agreedAdjustments = ({ id, agreed }: DiscountableLine): AdjustmentFacts[] =>
  (agreed?.adjustments ?? []).map((one, i) => ({
    id: `${id.replace('item_', 'lia_')}_${i}`,
    item_id: id,
    description: one.discount_id ? 'discount' : 'rounding, or given back before',
    ...one,
    metadata: null,
  }))

/** A fixed amount off a whole order is off for what a swap sends instead as far as it was for what comes back. */
function ruleIn({ type, items }: Discountable, { id, rule }: DiscountFacts): DiscountFacts['rule'] {
  if (type !== 'swap' || !isOffWhole(rule)) return rule
  const taken = items.flatMap(({ agreed }) => agreed?.adjustments ?? []).filter((one) => one.discount_id === id)
  return { ...rule, value: 0 - sumOfAmounts(taken) }
}

/** A cart has at most one discount that adjusts lines, so the id of the line serves for the adjustment too. */
const adjustment = (item_id: string, discount: DiscountFacts, amount: number): AdjustmentFacts => ({
  id: item_id.replace('item_', 'lia_'),
  item_id,
  description: 'discount',
  discount_id: discount.id,
  amount,
  metadata: null,
})

function qualifies({ variant, tag_ids }: DiscountableLine, { conditions }: DiscountFacts): boolean {
  const product = variant && { ...variant.product, tag_ids }
  return meetsConditions(product, conditions)
}
