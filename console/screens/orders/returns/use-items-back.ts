import { useState } from 'react'
import type { Quantities } from '#console/components/scan/quantities.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { chosenItems } from '../items/quantity-fields.tsx'
import type { Order } from '../order.ts'
import type { ReturnableLine } from './use-returnable-lines.ts'

export interface ItemsBackDialogProps {
  order: Order
  /** The lines that the dialog offers. */
  lines: readonly ReturnableLine[]
  onClose(): void
}

/**
 * The items that the buyer of an order sends back, and how: values for the input of a procedure, and the properties of
 * the fields of a dialog.
 */
export function useItemsBack(order: Order, lines: readonly ReturnableLine[]) {
  const { returnLocationHint } = orderActions.useWords()
  const [quantities, setQuantities] = useState<Quantities>({})
  const [option, setOption] = useState<string>()
  const [location, setLocation] = useState<string>()
  return {
    /** Undefined until the user has chosen a quantity. */
    items: chosenItems(quantities),
    shipping: option ? { return_shipping: { option_id: option } } : {},
    location,
    quantityFields: { lines, quantities, onChange: setQuantities },
    shippingSelect: { order, kind: 'return', value: option, onChange: setOption },
    locationSelect: { value: location, onChange: setLocation, hint: returnLocationHint },
  } as const
}
