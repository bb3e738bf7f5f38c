import { useState } from 'react'
import { isReadable } from '#console/components/form/entered.ts'
import { type NewItem, variantQuantities } from '#console/components/variants/new-items.tsx'
import type { Order } from '../order.ts'

/**
 * The items that the buyer of an order gets instead: the input of a procedure, which is undefined without items and while
 * a quantity is no number, and the properties of their field.
 */
export function useItemsOut({ region_id, currency_code }: Order) {
  const [items, setItems] = useState<NewItem[]>([])
  const isComplete = items.length > 0 && items.every(({ quantity }) => quantity !== null)
  return {
    input: isComplete && isReadable(items) ? { additional_items: variantQuantities(items) } : undefined,
    newItems: { regionId: region_id, currency: currency_code, items, onChange: setItems },
  }
}
