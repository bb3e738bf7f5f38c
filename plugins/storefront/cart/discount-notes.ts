import type { DiscountOutcome } from '../api.ts'
import type { Visit } from '../site/visit.ts'

/** Texts about the discounts of the cart that give nothing, such as the amount that is missing. */
export async function readDiscountNotes(
  { store, texts, format }: Pick<Visit, 'store' | 'texts' | 'format'>,
  { id }: { id: string },
): Promise<string[]> {
  const { discounts } = await store.carts.explainTotals({ id })
  const { belowAmount, belowQuantity, noMatchingItems, notCombined } = texts.cart
  const noteOf = ({ code, is_automatic, result, missing_amount, missing_quantity }: DiscountOutcome): string[] => {
    if (result === 'no_matching_items' && !is_automatic) return [noMatchingItems(code)]
    if (result === 'not_combined' && !is_automatic) return [notCombined(code)]
    if (result !== 'below_minimum') return []
    return [
      missing_amount > 0
        ? belowAmount(code, format.money(missing_amount))
        : belowQuantity(code, format.number(missing_quantity)),
    ]
  }
  return discounts.flatMap(noteOf)
}
