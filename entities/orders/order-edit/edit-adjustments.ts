import type { AdjustmentSnapshot } from '#entities/cart/cart/read-cart.ts'
import { isFixedTotalDiscount } from '#entities/cart/pricing/adjustments.ts'
import {
  type PluginAdjustment,
  type PluginAdjustments,
  scaleAdjustments,
} from '#entities/cart/pricing/price-adjustments.ts'
import { computeAdjustments } from '#entities/cart/pricing/price-cart.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import type { OrderSnapshot, StoredAdjustment } from '../order/read-order.ts'
import type { EditSnapshot } from './read-edit.ts'

type EditAdjustment = Omit<AdjustmentSnapshot, 'id' | 'metadata'>

/**
 * Lines with fulfilled items keep their discounts. The other lines share the rest of a fixed discount. The adjustments of
 * plugins follow the quantity of their line, and come before its discounts.
 */
export function computeEditAdjustments(
  { items, discounts }: EditSnapshot,
  order: Pick<OrderSnapshot, 'items'>,
): EditAdjustment[] {
  const pluginAdjustments = computePluginAdjustments(items, order)
  const fulfilledLines = new Map(order.items.filter((line) => line.fulfilled_quantity).map((line) => [line.id, line]))
  const fixedDiscounts = items.flatMap(({ id, original_item_id }) => {
    const adjustments = fulfilledLines.get(original_item_id ?? '')?.adjustments ?? []
    return adjustments
      .filter(({ discount_id }) => discount_id)
      .map(({ discount_id, amount }) => ({ item_id: id, description: 'discount', discount_id, plugin: null, amount }))
  })
  // A fulfilled line without a discount takes part in the allocation, so that the shares of the other lines do not
  // grow.
  const sharingLines = items.filter(({ id }) => !fixedDiscounts.some(({ item_id }) => item_id === id))
  const taxes = sharingLines.map(({ tax_lines }) => tax_lines)
  const remainingDiscounts = discounts.map((discount) => subtractFixed(discount, fixedDiscounts))
  const shares = computeAdjustments({ items: sharingLines, discounts: remainingDiscounts }, taxes, pluginAdjustments)
  const computedDiscounts = sharingLines.flatMap(({ original_item_id }, i) =>
    fulfilledLines.has(original_item_id ?? '') ? [] : (shares[i] ?? []).filter(({ discount_id }) => discount_id),
  )
  const priceAdjustments = items.flatMap(({ id: item_id }) =>
    (pluginAdjustments.get(item_id) ?? []).map((adjustment) => ({ ...adjustment, item_id, discount_id: null })),
  )
  return [...priceAdjustments, ...fixedDiscounts, ...computedDiscounts]
}

function computePluginAdjustments(
  items: EditSnapshot['items'],
  order: Pick<OrderSnapshot, 'items'>,
): PluginAdjustments {
  const originals = new Map(order.items.map((line) => [line.id, line]))
  return new Map(
    items.map(({ id, original_item_id, quantity }) => {
      const { adjustments = [], quantity: from = 1 } = originals.get(original_item_id ?? '') ?? {}
      return [id, scaleAdjustments(adjustments.flatMap(ofPlugin), { from, to: quantity })]
    }),
  )
}

const ofPlugin = ({ plugin, description, amount }: StoredAdjustment): PluginAdjustment[] =>
  plugin ? [{ plugin, description, amount }] : []

function subtractFixed(discount: DiscountSnapshot, fixedDiscounts: readonly EditAdjustment[]): DiscountSnapshot {
  const { id, rule } = discount
  if (!isFixedTotalDiscount(rule)) return discount
  const ownFixed = fixedDiscounts.filter(({ discount_id }) => discount_id === id)
  return { ...discount, rule: { ...rule, value: Math.max(0, rule.value - sumOfAmounts(ownFixed)) } }
}
