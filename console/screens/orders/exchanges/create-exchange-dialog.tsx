import { Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { MoreNames } from '#console/components/action/more-names.tsx'
import { useAction } from '#console/components/action/use-action.ts'
import { useActionFields } from '#console/components/plugin-fields/use-action-fields.tsx'
import { NewItems } from '#console/components/variants/new-items.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { QuantityFields } from '../items/quantity-fields.tsx'
import { useItemsOut } from '../items/use-items-out.ts'
import { LocationSelect } from '../location-select.tsx'
import { type ItemsBackDialogProps, useItemsBack } from '../returns/use-items-back.ts'
import { ShippingSelect } from '../shipping-select.tsx'

export function CreateExchangeDialog({ order, lines, onClose }: ItemsBackDialogProps) {
  const words = orderActions.useWords()
  const back = useItemsBack(order, lines)
  const out = useItemsOut(order)
  const own = useActionFields('swap')
  const action = useAction({
    procedure: trpc.admin.orders.createSwap,
    input:
      back.items && out.input
        ? own.addTo({
            id: order.id,
            return_items: back.items,
            ...out.input,
            ...back.shipping,
            ...(back.location ? { return_location_id: back.location } : {}),
          })
        : undefined,
    fields: ['return_items', 'additional_items', 'return_location_id'],
    onDone: endDialog(words.exchangeCreated, onClose),
  })
  return (
    <MoreNames variants={out.newItems.items}>
      <ActionDialog action={action} title={words.createExchangeTitle} verb={words.createExchange} onClose={onClose}>
        <Text size="sm" c="dimmed">
          {words.exchangeHint}
        </Text>
        <Text size="sm" fw={500}>
          {words.itemsBack}
        </Text>
        <QuantityFields {...back.quantityFields} error={action.errors.return_items} />
        <NewItems {...out.newItems} label={words.itemsNew} error={action.errors.additional_items} />
        <ShippingSelect {...back.shippingSelect} label={words.returnShippingOptional} />
        <LocationSelect {...back.locationSelect} error={action.errors.return_location_id} />
        {own.inputs}
      </ActionDialog>
    </MoreNames>
  )
}
