import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import { useActionFields } from '#console/components/plugin-fields/use-action-fields.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { QuantityFields } from '../items/quantity-fields.tsx'
import { LocationSelect } from '../location-select.tsx'
import { RefundAmountInput } from '../payments/refund-amount-input.tsx'
import { capturedRefundable } from '../payments/refundable.ts'
import { ShippingSelect } from '../shipping-select.tsx'
import { ReasonSelect } from './reason-select.tsx'
import { type ItemsBackDialogProps, useItemsBack } from './use-items-back.ts'

export function RequestReturnDialog({ order, lines, onClose }: ItemsBackDialogProps) {
  const words = orderActions.useWords()
  const back = useItemsBack(order, lines)
  const [reasons, setReasons] = useState<Readonly<Record<string, string | undefined>>>({})
  const [refund, setRefund] = useState<Entered<number>>(null)
  const [note, setNote] = useState('')
  const [isHere, setHere] = useState(false)
  const own = useActionFields('return')
  const owed = isHere && capturedRefundable(order) === 0 ? 0 : refund
  const items = back.items?.map((item) => ({ ...item, reason_id: reasons[item.item_id] ?? null }))
  const action = useAction({
    procedure: trpc.admin.orders.requestReturn,
    input:
      items && !isUnreadable(owed)
        ? own.addTo({
            id: order.id,
            items,
            receive_now: isHere,
            note: note || null,
            ...back.shipping,
            ...(back.location ? { location_id: back.location } : {}),
            ...(owed === null ? {} : { refund: owed }),
          })
        : undefined,
    fields: ['items', 'refund', 'location_id', 'note'],
    onDone: endDialog(isHere ? words.received : words.returnRequested, onClose),
  })
  return (
    <ActionDialog action={action} title={words.requestReturnTitle} verb={words.requestReturn} onClose={onClose}>
      <QuantityFields
        {...back.quantityFields}
        error={action.errors.items}
        details={({ id, title }) => (
          <ReasonSelect
            label={words.returnReasonOf(title)}
            value={reasons[id]}
            onChange={(reason) => setReasons({ ...reasons, [id]: reason })}
          />
        )}
      />
      <ShippingSelect {...back.shippingSelect} label={words.returnShippingOptional} />
      <LocationSelect {...back.locationSelect} error={action.errors.location_id} />
      <RefundAmountInput order={order} value={refund} onChange={setRefund} error={action.errors.refund} />
      <Textarea
        label={words.note}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={action.errors.note}
        autosize
      />
      {own.inputs}
      <Checkbox label={words.receiveNow} checked={isHere} onChange={(event) => setHere(event.currentTarget.checked)} />
    </ActionDialog>
  )
}
