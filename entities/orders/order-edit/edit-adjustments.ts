import type { AdjustmentSnapshot } from '#entities/cart/cart/read-cart.ts'
import { allocateDiscount, computeShare, isFixedTotalDiscount } from '#entities/cart/pricing/adjustments.ts'
import {
  type DiscountShare,
  explainsShare,
  findShare,
  findTermsOfSale,
  qualifiesAsSold,
  type SoldLine,
} from '#entities/cart/pricing/agreed-terms.ts'
import { computeLineSubtotal } from '#entities/cart/pricing/line-totals.ts'
import { type PluginAdjustment, scaleAdjustments } from '#entities/cart/pricing/price-adjustments.ts'
import { meetsConditions } from '#entities/promotions/discount/conditions.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import { round, sum, sumOfAmounts } from '#entities/values/money.ts'
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
 * A line keeps its discount at the rate of the sale, also after changes of the discount, its conditions and the product. Added
 * lines get the same rate. Unfulfilled and added lines share the rest of a fixed discount on the whole order.
 * The adjustments of plugins follow the quantity of their line, and come before its discounts.
 */
export function computeEditAdjustments(
  { items, discounts }: EditSnapshot,
  order: Pick<OrderSnapshot, 'items'>,
): EditAdjustment[] {
  const agreed = discounts.map((discount) => ({ ...discount, rule: findTerms(discount, order) }))
  const terms = new Map(agreed.map(({ id, rule }) => [id, rule]))
  const originals = new Map(order.items.map((line) => [line.id, line]))
  const lines = items.map((line) => keepTerms(line, originals.get(line.original_item_id ?? ''), terms))
  const sold = soldLinesOf(order, items)
  for (const discount of agreed) shareDiscount(discount, lines, sold)
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

function findTerms(discount: DiscountSnapshot, order: Pick<OrderSnapshot, 'items'>): DiscountSnapshot['rule'] {
  return findTermsOfSale(
    discount,
    order.items.map((line) => findShare(line, discount.id)),
  )
}

function keepTerms(
  line: EditedLine,
  original: OrderLineSnapshot | undefined,
  terms: ReadonlyMap<string, DiscountSnapshot['rule']>,
): RepricedLine {
  if (!original) return { line, original, discounts: new Map(), plugins: [] }
  const price = computeLineSubtotal(line)
  const quantities = { from: original.quantity, to: line.quantity, price }
  const plugins = scaleAdjustments(original.adjustments.flatMap(ofPlugin), quantities)
  const subtotal = price - sumOfAmounts(plugins)
  const ids = new Set(original.adjustments.flatMap(({ discount_id }) => discount_id ?? []))
  const discounts = new Map<string, number>()
  for (const id of ids) {
    const share = keepShare(findShare(original, id), { subtotal, quantity: line.quantity }, terms.get(id))
    discounts.set(id, Math.min(share, Math.max(0, subtotal - sum([...discounts.values()]))))
  }
  return { line, original, plugins, discounts }
}

/** More units do not raise a fixed amount. A share that the terms do not explain follows the quantity. */
function keepShare(
  sold: DiscountShare,
  edited: Omit<DiscountShare, 'amount'>,
  terms: DiscountSnapshot['rule'] | undefined,
): number {
  if (edited.quantity === sold.quantity) return sold.amount
  // Rounded taxes can make the price of the edited line smaller than its part of the sold price.
  const scaled = Math.min(edited.subtotal, round((sold.amount * edited.quantity) / sold.quantity))
  if (!terms) return scaled
  if (isFixedTotalDiscount(terms)) return Math.min(sold.amount, scaled)
  return explainsShare(terms, sold) ? computeShare(terms, edited) : scaled
}

const ofPlugin = ({ plugin, description, amount }: StoredAdjustment): PluginAdjustment[] =>
  plugin ? [{ plugin, description, amount }] : []

function shareDiscount(discount: DiscountSnapshot, lines: readonly RepricedLine[], sold: readonly SoldLine[]): void {
  const { id, rule } = discount
  const isFixed = isFixedTotalDiscount(rule)
  const kept = lines.reduce((total, { discounts }) => total + (discounts.get(id) ?? 0), 0)
  const rest = isFixed ? { ...rule, value: Math.max(0, round(rule.value - kept)) } : rule
  // Units that the customer keeps do not get the discount of units that were removed. Units that replace them do.
  const sharing = lines.filter((line) => (line.original ? isFixed && !rule.buy_get && canTakeMore(line, id) : true))
  const shares = allocateDiscount(
    rest,
    sharing.map((repriced) => ({
      ...repriced.line,
      adjustments: [...repriced.plugins, { amount: repriced.discounts.get(id) ?? 0 }],
      discounted: sum([...repriced.discounts].flatMap(([other, amount]) => (other === id ? [] : [amount]))),
      qualifies: repriced.original !== undefined || qualifies(repriced.line, discount, sold),
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
function qualifies({ variant, tag_ids }: EditedLine, { id, conditions }: DiscountSnapshot, sold: readonly SoldLine[]) {
  const product = variant && { ...variant.product, tag_ids }
  return qualifiesAsSold(product?.id, id, sold) ?? meetsConditions(product, conditions)
}

/** The product of a line, also if the order was read without products. */
const soldLinesOf = (order: Pick<OrderSnapshot, 'items'>, items: readonly EditedLine[]): SoldLine[] =>
  order.items.map((line) => ({
    ...line,
    product_id: line.product_id ?? items.find((item) => item.original_item_id === line.id)?.variant?.product.id,
  }))
