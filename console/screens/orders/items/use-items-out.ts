import { useState } from 'react'
import { type NewItem, variantQuantities } from '#console/components/variants/new-items.tsx'
import type { Order } from '../order.ts'

/** The items that the buyer of an order gets instead: the input of a procedure, and the properties of their field. */
export function useItemsOut({ region_id, currency_code }: Order) {
  const [items, setItems] = useState<NewItem[]>([])
  return {
    isEmpty: items.length === 0,
    input: { additional_items: variantQuantities(items) },
    newItems: { regionId: region_id, currency: currency_code, items, onChange: setItems },
  }
}
