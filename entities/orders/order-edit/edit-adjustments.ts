import type { AdjustmentSnapshot } from '#entities/cart/cart/read-cart.ts'
import { allocateDiscount, isFixedTotalDiscount } from '#entities/cart/pricing/adjustments.ts'
import { findAgreedTerms } from '#entities/cart/pricing/agreed-terms.ts'
import { computeLineSubtotal } from '#entities/cart/pricing/line-totals.ts'
import { type PluginAdjustment, scaleAdjustments } from '#entities/cart/pricing/price-adjustments.ts'
import { meetsConditions } from '#entities/promotions/discount/conditions.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import { round, sumOfAmounts } from '#entities/values/money.ts'
import type { OrderLineSnapshot, OrderSnapshot, StoredAdjustment } from '../order/read-order.ts'
import type { EditedLine, EditSnapshot } from './read-edit.ts'

type EditAdjustment = Omit<AdjustmentSnapshot, 'id' | 'metadata'>

/** A line of an edit with the adjustments that it keeps from the sale. */
interface RepricedLine {
  line: EditedLine
  /** Undefined for an added line. */
  original: OrderLineSnapshot | undefined
  plugins: readonly PluginAdjustment[]
  discounts: Map<string, number>
}

/**
 * A line keeps its discount per unit, also after changes of the discount, its conditions and the product. Added lines get the
 * discount at the rate of the sale. Unfulfilled and added lines share the rest of a fixed discount on the whole order.
 * The adjustments of plugins follow the quantity of their line, and come before its discounts.
 */
export function computeEditAdjustments(
  { items, discounts }: EditSnapshot,
  order: Pick<OrderSnapshot, 'items'>,
): EditAdjustment[] {
  const terms = discounts.map((discount) => ({ ...discount, rule: findTermsOfSale(discount, order) }))
  const fixedIds = new Set(terms.filter(({ rule }) => isFixedTotalDiscount(rule)).map(({ id }) => id))
  const originals = new Map(order.items.map((line) => [line.id, line]))
  const lines = items.map((line) => keepTerms(line, originals.get(line.original_item_id ?? ''), fixedIds))
  for (const discount of terms) shareDiscount(discount, lines)
  const pluginAdjustments = lines.flatMap(({ line: { id: item_id }, plugins }) =>
    plugins.map((adjustment) => ({ ...adjustment, item_id, discount_id: null })),
  )
  const discountAdjustments = lines.flatMap(({ line: { id: item_id }, discounts: amounts }) =>
    Array.from(amounts, ([discount_id, amount]) => ({
      item_id,
      description: 'discount',
      discount_id,
      plugin: null,
      amount,
    })),
  )
  return [...pluginAdjustments, ...discountAdjustments.filter(({ amount }) => amount > 0)]
}

function findTermsOfSale(
  { id, rule }: DiscountSnapshot,
  order: Pick<OrderSnapshot, 'items'>,
): DiscountSnapshot['rule'] {
  const shares = order.items.map((line) => ({
    amount: sumOfAmounts(line.adjustments.filter(({ discount_id }) => discount_id === id)),
    subtotal: computeLineSubtotal(line) - sumOfAmounts(line.adjustments.flatMap(ofPlugin)),
    quantity: line.quantity,
  }))
  return findAgreedTerms(rule, shares)
}

function keepTerms(
  line: EditedLine,
  original: OrderLineSnapshot | undefined,
  fixedIds: ReadonlySet<string>,
): RepricedLine {
  const { adjustments, quantity: from } = original ?? { adjustments: [], quantity: 1 }
  const to = line.quantity
  const discounts = new Map<string, number>()
  for (const { discount_id, amount } of adjustments) {
    if (!discount_id) continue
    // More units do not raise a fixed amount.
    const isUnchanged = to === from || (to > from && fixedIds.has(discount_id))
    discounts.set(discount_id, isUnchanged ? amount : round((amount * to) / from))
  }
  return { line, original, discounts, plugins: scaleAdjustments(adjustments.flatMap(ofPlugin), { from, to }) }
}

const ofPlugin = ({ plugin, description, amount }: StoredAdjustment): PluginAdjustment[] =>
  plugin ? [{ plugin, description, amount }] : []

function shareDiscount(discount: DiscountSnapshot, lines: readonly RepricedLine[]): void {
  const { id, rule } = discount
  const isFixed = isFixedTotalDiscount(rule)
  const kept = lines.reduce((total, { discounts }) => total + (discounts.get(id) ?? 0), 0)
  const rest = isFixed ? { ...rule, value: Math.max(0, round(rule.value - kept)) } : rule
  const sharing = lines.filter((line) => (line.original ? isFixed && canTakeMore(line, id) : true))
  const shares = allocateDiscount(
    rest,
    sharing.map((repriced) => ({
      ...repriced.line,
      adjustments: [...repriced.plugins, { amount: repriced.discounts.get(id) ?? 0 }],
      qualifies: repriced.original !== undefined || qualifies(repriced.line, discount, lines),
    })),
  )
  const byLine = new Map(sharing.map((repriced) => [repriced.line.id, repriced.discounts]))
  for (const { item_id, amount } of shares) {
    const discounts = byLine.get(item_id)
    discounts?.set(id, (discounts.get(id) ?? 0) + amount)
  }
}

const canTakeMore = ({ original, discounts }: RepricedLine, discount_id: string): boolean =>
  !original?.fulfilled_quantity && discounts.has(discount_id)

/** A product that the order already has gets the discount as it did in the sale. */
function qualifies(
  { variant, tag_ids }: EditedLine,
  { id, conditions }: DiscountSnapshot,
  lines: readonly RepricedLine[],
) {
  const product = variant && { ...variant.product, tag_ids }
  const sold = lines.find(({ line, original }) => original && product && line.variant?.product.id === product.id)
  return sold ? sold.discounts.has(id) : meetsConditions(product, conditions)
}
