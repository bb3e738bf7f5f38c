import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import { useActionFields } from '#console/components/plugin-fields/use-action-fields.tsx'
import type { Quantities } from '#console/components/scan/quantities.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { allOf, chosenItems, QuantityFields } from '../items/quantity-fields.tsx'
import { LocationSelect } from '../location-select.tsx'
import type { Order } from '../order.ts'
import { RefundAmountInput } from '../payments/refund-amount-input.tsx'
import { capturedRefundable } from '../payments/refundable.ts'
import type { ReturnItem } from './return-part.tsx'

interface ReceiveDialogProps {
  returned: { id: string; items: readonly ReturnItem[]; location_id: string | null }
  order: Order
  /** Whether the return refunds its items. A claim or an exchange refunds them itself. */
  refunds: boolean
  onClose(): void
}

export function ReceiveDialog({ returned, order, refunds, onClose }: ReceiveDialogProps) {
  const words = orderActions.useWords()
  const lines = returned.items.map((item) => ({ ...item, max: item.quantity }))
  const [quantities, setQuantities] = useState<Quantities>(() => allOf(lines))
  const [location, setLocation] = useState(returned.location_id ?? undefined)
  const [refund, setRefund] = useState<Entered<number>>(null)
  const items = chosenItems(quantities)
  const own = useActionFields('return')
  const owed = refunds && capturedRefundable(order) === 0 ? 0 : refund
  const action = useAction({
    procedure: trpc.admin.returns.receive,
    input:
      items && !isUnreadable(owed)
        ? own.addTo({
            id: returned.id,
            items,
            ...(location ? { location_id: location } : {}),
            ...(owed === null ? {} : { refund: owed }),
          })
        : undefined,
    fields: ['items', 'refund', 'location_id'],
    onDone: endDialog(words.received, onClose),
  })
  return (
    <ActionDialog action={action} title={words.receiveTitle} verb={words.receive} onClose={onClose}>
      <QuantityFields lines={lines} quantities={quantities} onChange={setQuantities} error={action.errors.items} />
      <LocationSelect
        value={location}
        onChange={setLocation}
        hint={words.returnLocationHint}
        error={action.errors.location_id}
      />
      {refunds && <RefundAmountInput order={order} value={refund} onChange={setRefund} error={action.errors.refund} />}
      {own.inputs}
    </ActionDialog>
  )
}
