import { useState } from 'react'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import type { Procedure } from '#console/components/action/procedure.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { ItemList } from '../items/item-list.tsx'
import { LocationSelect } from '../location-select.tsx'

interface FulfillReplacementDialogProps<Ids extends object, Output> {
  procedure: Procedure<Ids & { location_id?: string | null | undefined }, Output>
  ids: Ids
  items: Parameters<typeof ItemList>[0]['items']
  onClose(): void
}

/** Packs all new items of a claim or an exchange. */
export function FulfillReplacementDialog<Ids extends object, Output>({
  procedure,
  ids,
  items,
  onClose,
}: FulfillReplacementDialogProps<Ids, Output>) {
  const words = orderActions.useWords()
  const [location, setLocation] = useState<string>()
  const action = useAction({
    procedure,
    input: { ...ids, ...(location ? { location_id: location } : {}) },
    fields: ['location_id'],
    onDone: endDialog(words.fulfilled, onClose),
  })
  return (
    <ActionDialog action={action} title={words.fulfillTitle} verb={words.fulfill} onClose={onClose}>
      <ItemList items={items} />
      <LocationSelect
        value={location}
        onChange={setLocation}
        hint={words.locationHint}
        error={action.errors.location_id}
      />
    </ActionDialog>
  )
}
