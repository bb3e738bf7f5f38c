import { Switch } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import type { Quantities } from '#console/components/scan/quantities.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { allOf, chosenItems, QuantityFields } from '../items/quantity-fields.tsx'
import { LocationSelect } from '../location-select.tsx'
import type { Order } from '../order.ts'
import { fulfillableLines } from './fulfillable-lines.ts'
import { ScanField } from './scan-field.tsx'

export function FulfillDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const words = orderActions.useWords()
  const lines = fulfillableLines(order)
  const [quantities, setQuantities] = useState<Quantities>(() => allOf(lines))
  const [location, setLocation] = useState<string>()
  const [notifies, setNotifies] = useState(true)
  const items = chosenItems(quantities)
  const action = useAction({
    procedure: trpc.admin.orders.createFulfillment,
    input: items && {
      id: order.id,
      items,
      no_notification: !notifies,
      ...(location ? { location_id: location } : {}),
    },
    fields: ['items', 'location_id'],
    onDone: endDialog(words.fulfilled, onClose),
  })
  return (
    <ActionDialog action={action} title={words.fulfillTitle} verb={words.fulfill} onClose={onClose}>
      <ScanField lines={lines} quantities={quantities} onChange={setQuantities} />
      <QuantityFields lines={lines} quantities={quantities} onChange={setQuantities} error={action.errors.items} />
      <LocationSelect
        value={location}
        onChange={setLocation}
        hint={words.locationHint}
        error={action.errors.location_id}
      />
      <Switch label={words.notify} checked={notifies} onChange={(event) => setNotifies(event.currentTarget.checked)} />
    </ActionDialog>
  )
}
