import type { AdjustmentSnapshot, DiscountSnapshot } from '#entities/cart/cart/read-cart.ts'
import { isFixedTotalDiscount } from '#entities/cart/pricing/adjustments.ts'
import { computeAdjustments } from '#entities/cart/pricing/price-cart.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import type { OrderSnapshot } from '../order/read-order.ts'
import type { EditSnapshot } from './read-edit.ts'

type EditDiscount = Pick<AdjustmentSnapshot, 'item_id' | 'description' | 'discount_id' | 'amount'>

/**
 * What discounts take off the lines of an edit. Lines of which pieces are packed keep what was taken off them in the order;
 * of a fixed amount off the whole order the others share what is left.
 */
export function computeEditDiscounts(
  { items, discounts }: EditSnapshot,
  order: Pick<OrderSnapshot, 'items'>,
): EditDiscount[] {
  const packed = new Map(order.items.filter((line) => line.fulfilled_quantity).map((line) => [line.id, line]))
  const held = items.flatMap(({ id, original_item_id }) => {
    const taken = packed.get(original_item_id ?? '')?.adjustments.filter(({ discount_id }) => discount_id) ?? []
    return taken.map(({ discount_id, amount }) => ({ item_id: id, description: 'discount', discount_id, amount }))
  })
  // What a discount does not apply to is part of the whole all the same, packed or not.
  const sharing = items.filter(({ id }) => !held.some(({ item_id }) => item_id === id))
  const taxes = sharing.map(({ tax_lines }) => tax_lines)
  const shares = computeAdjustments({ items: sharing, discounts: discounts.map((one) => leftOf(one, held)) }, taxes)
  const others = sharing.map(({ original_item_id }, i) => (packed.has(original_item_id ?? '') ? [] : (shares[i] ?? [])))
  return [...held, ...others.flat()]
}

function leftOf(discount: DiscountSnapshot, held: readonly EditDiscount[]): DiscountSnapshot {
  const { id, rule } = discount
  if (!isFixedTotalDiscount(rule)) return discount
  const taken = held.filter(({ discount_id }) => discount_id === id)
  return { ...discount, rule: { ...rule, value: Math.max(0, rule.value - sumOfAmounts(taken)) } }
}
