import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { MoreNames } from '#console/components/action/more-names.tsx'
import { useAction } from '#console/components/action/use-action.ts'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import { LabelledChoice } from '#console/components/form/labelled-choice.tsx'
import { useActionFields } from '#console/components/plugin-fields/use-action-fields.tsx'
import { NewItems } from '#console/components/variants/new-items.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { orders } from '#console/strings/orders.ts'
import { QuantityFields } from '../items/quantity-fields.tsx'
import { useItemsOut } from '../items/use-items-out.ts'
import type { Claim } from '../order.ts'
import { RefundAmountInput } from '../payments/refund-amount-input.tsx'
import { capturedRefundable } from '../payments/refundable.ts'
import { type ItemsBackDialogProps, useItemsBack } from '../returns/use-items-back.ts'
import { ShippingSelect } from '../shipping-select.tsx'

type Reason = NonNullable<Claim['claim_items']>[number]['reason']

const REASONS: readonly Reason[] = ['missing_item', 'wrong_item', 'production_failure', 'other']

export function CreateClaimDialog({ order, lines, onClose }: ItemsBackDialogProps) {
  const words = orderActions.useWords()
  const names = orders.useWords()
  const canRefund = capturedRefundable(order) > 0
  const [type, setType] = useState<'refund' | 'replace'>(canRefund ? 'refund' : 'replace')
  const back = useItemsBack(order, lines)
  const out = useItemsOut(order)
  const [reasons, setReasons] = useState<Readonly<Record<string, Reason>>>({})
  const [option, setOption] = useState<string>()
  const [refund, setRefund] = useState<Entered<number>>(null)
  const own = useActionFields('claim')
  const items = back.items?.map((item) => ({ ...item, reason: reasons[item.item_id] ?? 'other' }))
  const isComplete = type === 'refund' ? !isUnreadable(refund) : out.input !== undefined && option !== undefined
  const action = useAction({
    procedure: trpc.admin.orders.createClaim,
    input:
      items && isComplete
        ? own.addTo({
            id: order.id,
            type,
            claim_items: items,
            ...back.shipping,
            ...(type === 'replace' && option
              ? { ...out.input, shipping_methods: [{ option_id: option, price: 0 }] }
              : {}),
            ...(type === 'refund' && typeof refund === 'number' ? { refund_amount: refund } : {}),
          })
        : undefined,
    fields: ['claim_items', 'additional_items', 'refund_amount', 'shipping_methods'],
    onDone: endDialog(words.claimCreated, onClose),
  })
  return (
    <MoreNames variants={out.newItems.items}>
      <ActionDialog action={action} title={words.createClaimTitle} verb={words.createClaim} onClose={onClose}>
        <LabelledChoice
          label={words.claimType}
          value={type}
          onChange={(value) => setType(value === 'replace' ? 'replace' : 'refund')}
          data={[
            { value: 'refund', label: words.claimRefund, disabled: !canRefund },
            { value: 'replace', label: words.claimReplace },
          ]}
        />
        {!canRefund && (
          <Text size="xs" c="dimmed">
            {words.nothingCaptured}
          </Text>
        )}
        <QuantityFields
          {...back.quantityFields}
          error={action.errors.claim_items}
          details={({ id, title }) => (
            <Select
              label={words.claimReasonOf(title)}
              data={REASONS.map((value) => ({ value, label: names[`claim_${value}`] }))}
              value={reasons[id] ?? 'other'}
              onChange={(value) =>
                setReasons({ ...reasons, [id]: REASONS.find((known) => known === value) ?? 'other' })
              }
              size="xs"
            />
          )}
        />
        {type === 'replace' ? (
          <>
            <NewItems {...out.newItems} label={words.replacements} error={action.errors.additional_items} />
            <ShippingSelect
              order={order}
              label={words.freeShipping}
              kind="outbound"
              variantIds={out.newItems.items.map(({ variant_id }) => variant_id)}
              value={option}
              onChange={setOption}
              error={action.errors.shipping_methods}
            />
          </>
        ) : (
          <RefundAmountInput order={order} value={refund} onChange={setRefund} error={action.errors.refund_amount} />
        )}
        <ShippingSelect {...back.shippingSelect} label={words.returnShippingOptional} />
        {own.inputs}
      </ActionDialog>
    </MoreNames>
  )
}
