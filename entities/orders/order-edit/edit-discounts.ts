import type { AdjustmentSnapshot } from '#entities/cart/cart/read-cart.ts'
import { isFixedTotalDiscount } from '#entities/cart/pricing/adjustments.ts'
import { computeAdjustments } from '#entities/cart/pricing/price-cart.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import type { OrderSnapshot } from '../order/read-order.ts'
import type { EditSnapshot } from './read-edit.ts'

type EditDiscount = Pick<AdjustmentSnapshot, 'item_id' | 'description' | 'discount_id' | 'amount'>

/** Lines with fulfilled items keep their discounts. The other lines share the rest of a fixed discount. */
export function computeEditDiscounts(
  { items, discounts }: EditSnapshot,
  order: Pick<OrderSnapshot, 'items'>,
): EditDiscount[] {
  const fulfilledLines = new Map(order.items.filter((line) => line.fulfilled_quantity).map((line) => [line.id, line]))
  const fixedDiscounts = items.flatMap(({ id, original_item_id }) => {
    const adjustments = fulfilledLines.get(original_item_id ?? '')?.adjustments ?? []
    return adjustments
      .filter(({ discount_id }) => discount_id)
      .map(({ discount_id, amount }) => ({ item_id: id, description: 'discount', discount_id, amount }))
  })
  // A fulfilled line without a discount takes part in the allocation, so that the shares of the other lines do not
  // grow.
  const sharingLines = items.filter(({ id }) => !fixedDiscounts.some(({ item_id }) => item_id === id))
  const taxes = sharingLines.map(({ tax_lines }) => tax_lines)
  const remainingDiscounts = discounts.map((discount) => subtractFixed(discount, fixedDiscounts))
  const shares = computeAdjustments({ items: sharingLines, discounts: remainingDiscounts }, taxes)
  const computedDiscounts = sharingLines.flatMap(({ original_item_id }, i) =>
    fulfilledLines.has(original_item_id ?? '') ? [] : (shares[i] ?? []),
  )
  return [...fixedDiscounts, ...computedDiscounts]
}

function subtractFixed(discount: DiscountSnapshot, fixedDiscounts: readonly EditDiscount[]): DiscountSnapshot {
  const { id, rule } = discount
  if (!isFixedTotalDiscount(rule)) return discount
  const ownFixed = fixedDiscounts.filter(({ discount_id }) => discount_id === id)
  return { ...discount, rule: { ...rule, value: Math.max(0, rule.value - sumOfAmounts(ownFixed)) } }
}
