import { adjustmentsOf } from '../cart/price-cart.ts'
import type { AdjustmentFacts, DiscountFacts } from '../cart/read-cart.ts'
import { isOffWhole } from '../discount/adjustments.ts'
import { sumOfAmounts } from '../money.ts'
import type { OrderFacts } from '../order/read-order.ts'
import type { EditFacts } from './read-edit.ts'

type Taken = Pick<AdjustmentFacts, 'item_id' | 'description' | 'discount_id' | 'amount'>

/**
 * What discounts take off the lines of an edit. Lines of which pieces are packed keep what was taken off them in the order;
 * of a fixed amount off the whole order the others share what is left.
 */
export function discountsOfEdit({ items, discounts }: EditFacts, order: Pick<OrderFacts, 'items'>): Taken[] {
  const packed = new Map(order.items.filter((line) => line.fulfilled_quantity).map((line) => [line.id, line]))
  const held = items.flatMap(({ id, original_item_id }) => {
    const taken = packed.get(original_item_id ?? '')?.adjustments.filter(({ discount_id }) => discount_id) ?? []
    return taken.map(({ discount_id, amount }) => ({ item_id: id, description: 'discount', discount_id, amount }))
  })
  // What a discount does not apply to is part of the whole all the same, packed or not.
  const sharing = items.filter(({ id }) => !held.some(({ item_id }) => item_id === id))
  const taxes = sharing.map(({ tax_lines }) => tax_lines)
  const shares = adjustmentsOf({ items: sharing, discounts: discounts.map((one) => leftOf(one, held)) }, taxes)
  const others = sharing.map(({ original_item_id }, i) => (packed.has(original_item_id ?? '') ? [] : (shares[i] ?? [])))
  return [...held, ...others.flat()]
}

function leftOf(discount: DiscountFacts, held: readonly Taken[]): DiscountFacts {
  const { id, rule } = discount
  if (!isOffWhole(rule)) return discount
  const taken = held.filter(({ discount_id }) => discount_id === id)
  return { ...discount, rule: { ...rule, value: Math.max(0, rule.value - sumOfAmounts(taken)) } }
}
