import type { DiscountOutcome } from '../api.ts'
import type { Visit } from '../site/visit.ts'

export async function readDiscountOutcomes(
  { store }: Pick<Visit, 'store'>,
  { id }: { id: string },
): Promise<DiscountOutcome[]> {
  return (await store.carts.explainTotals({ id })).discounts
}

/** The texts of the results that only concern a buyer with the code. */
const REASONS: Partial<
  Record<DiscountOutcome['result'], 'noMatchingItems' | 'notCombined' | 'budgetSpent' | 'nothingLeft'>
> = {
  no_matching_items: 'noMatchingItems',
  not_combined: 'notCombined',
  budget_spent: 'budgetSpent',
  nothing_left: 'nothingLeft',
}

/** Texts about the discounts of the cart that give nothing or could give more, such as the amount that is missing. */
export function discountNotes(
  { texts, format }: Pick<Visit, 'texts' | 'format'>,
  outcomes: readonly DiscountOutcome[],
): string[] {
  const { belowAmount, belowQuantity, addMore, usedByYou } = texts.cart
  const noteOf = ({ code, is_automatic, result, missing_amount, missing_quantity, ...offer }: DiscountOutcome) => {
    if (result === 'used_by_customer') return [usedByYou(code)]
    const reasonOf = REASONS[result]
    if (reasonOf) return is_automatic ? [] : [texts.cart[reasonOf](code)]
    if (result === 'below_minimum')
      return [
        missing_amount > 0
          ? belowAmount(code, format.money(missing_amount))
          : belowQuantity(code, format.number(missing_quantity)),
      ]
    const isOffered = result === 'items_missing' || result === 'applied'
    const { offered_quantity, offered_variants } = offer
    return isOffered && offered_quantity > 0 && offered_variants.length === 0
      ? [addMore(code, format.number(offered_quantity))]
      : []
  }
  return outcomes.flatMap(noteOf)
}

export const readDiscountNotes = async (
  visit: Pick<Visit, 'store' | 'texts' | 'format'>,
  cart: { id: string },
): Promise<string[]> => discountNotes(visit, await readDiscountOutcomes(visit, cart))
