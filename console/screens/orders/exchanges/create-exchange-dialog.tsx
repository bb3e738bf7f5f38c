import { Text } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { type NewItem, NewItems, variantQuantities } from '#console/components/variants/new-items.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { chosenItems, type Quantities, QuantityFields } from '../items/quantity-fields.tsx'
import { LocationSelect } from '../location-select.tsx'
import { type Order, refreshOrders } from '../order.ts'
import { returnableLines } from '../returns/returnable-lines.ts'
import { ShippingSelect } from '../shipping-select.tsx'

export function CreateExchangeDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const words = useStrings(orderActions)
  const [quantities, setQuantities] = useState<Quantities>({})
  const [newItems, setNewItems] = useState<NewItem[]>([])
  const [returnOption, setReturnOption] = useState<string>()
  const [location, setLocation] = useState<string>()
  const return_items = chosenItems(quantities)
  const action = useAction({
    procedure: trpc.admin.orders.createSwap,
    input:
      return_items && newItems.length > 0
        ? {
            id: order.id,
            return_items,
            additional_items: variantQuantities(newItems),
            ...(returnOption ? { return_shipping: { option_id: returnOption } } : {}),
            ...(location ? { return_location_id: location } : {}),
          }
        : undefined,
    fields: ['return_items', 'additional_items', 'return_location_id'],
    onDone: endDialog(words.exchangeCreated, { close: onClose, refresh: refreshOrders }),
  })
  return (
    <ActionDialog action={action} title={words.createExchangeTitle} verb={words.createExchange} onClose={onClose}>
      <Text size="sm" fw={500}>
        {words.itemsBack}
      </Text>
      <QuantityFields
        lines={returnableLines(order)}
        quantities={quantities}
        onChange={setQuantities}
        error={action.errors.return_items}
      />
      <NewItems
        label={words.itemsNew}
        regionId={order.region_id}
        currency={order.currency_code}
        items={newItems}
        onChange={setNewItems}
        error={action.errors.additional_items}
      />
      <ShippingSelect
        order={order}
        label={words.returnShippingOptional}
        kind="return"
        value={returnOption}
        onChange={setReturnOption}
      />
      <LocationSelect
        value={location}
        onChange={setLocation}
        hint={words.returnLocationHint}
        error={action.errors.return_location_id}
      />
    </ActionDialog>
  )
}
