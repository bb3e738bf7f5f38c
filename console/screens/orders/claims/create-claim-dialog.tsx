import { SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { MoneyInput } from '#console/components/form/money-input.tsx'
import { type NewItem, NewItems, variantQuantities } from '#console/components/variants/new-items.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { orders } from '#console/strings/orders.ts'
import { chosenItems, type Quantities, QuantityFields } from '../items/quantity-fields.tsx'
import { type Order, refreshOrders } from '../order.ts'
import { returnableLines } from '../returns/returnable-lines.ts'
import { ShippingSelect } from '../shipping-select.tsx'

type Reason = NonNullable<NonNullable<Order['claims']>[number]['claim_items']>[number]['reason']

const REASONS: readonly Reason[] = ['missing_item', 'wrong_item', 'production_failure', 'other']

export function CreateClaimDialog({ order, onClose }: { order: Order; onClose(): void }) {
  const words = useStrings(orderActions)
  const names = useStrings(orders)
  const [type, setType] = useState<'refund' | 'replace'>('refund')
  const [quantities, setQuantities] = useState<Quantities>({})
  const [reasons, setReasons] = useState<Readonly<Record<string, Reason>>>({})
  const [replacements, setReplacements] = useState<NewItem[]>([])
  const [option, setOption] = useState<string>()
  const [returnOption, setReturnOption] = useState<string>()
  const [refund, setRefund] = useState<number>()
  const items = chosenItems(quantities)?.map((item) => ({ ...item, reason: reasons[item.item_id] ?? 'other' }))
  const isComplete = type === 'refund' || (replacements.length > 0 && option !== undefined)
  const action = useAction({
    procedure: trpc.admin.orders.createClaim,
    input:
      items && isComplete
        ? {
            id: order.id,
            type,
            claim_items: items,
            ...(returnOption ? { return_shipping: { option_id: returnOption } } : {}),
            ...(type === 'replace' && option
              ? {
                  additional_items: variantQuantities(replacements),
                  shipping_methods: [{ option_id: option, price: 0 }],
                }
              : {}),
            ...(type === 'refund' && refund !== undefined ? { refund_amount: refund } : {}),
          }
        : undefined,
    fields: ['claim_items', 'additional_items', 'refund_amount', 'shipping_methods'],
    onDone: endDialog(words.claimCreated, { close: onClose, refresh: refreshOrders }),
  })
  return (
    <ActionDialog action={action} title={words.createClaimTitle} verb={words.createClaim} onClose={onClose}>
      <Stack gap={4}>
        <Text size="sm" fw={500} id="claim-type">
          {words.claimType}
        </Text>
        <SegmentedControl
          aria-labelledby="claim-type"
          value={type}
          onChange={(value) => setType(value === 'replace' ? 'replace' : 'refund')}
          data={[
            { value: 'refund', label: words.claimRefund },
            { value: 'replace', label: words.claimReplace },
          ]}
        />
      </Stack>
      <QuantityFields
        lines={returnableLines(order)}
        quantities={quantities}
        onChange={setQuantities}
        error={action.errors.claim_items}
        details={({ id, title }) => (
          <Select
            label={words.claimReasonOf(title)}
            data={REASONS.map((value) => ({ value, label: names[`claim_${value}`] }))}
            value={reasons[id] ?? 'other'}
            onChange={(value) => setReasons({ ...reasons, [id]: REASONS.find((known) => known === value) ?? 'other' })}
            size="xs"
          />
        )}
      />
      {type === 'replace' ? (
        <>
          <NewItems
            label={words.replacements}
            regionId={order.region_id}
            currency={order.currency_code}
            items={replacements}
            onChange={setReplacements}
            error={action.errors.additional_items}
          />
          <ShippingSelect
            order={order}
            label={words.freeShipping}
            kind="outbound"
            value={option}
            onChange={setOption}
            error={action.errors.shipping_methods}
          />
        </>
      ) : (
        <MoneyInput
          label={words.refundAmount}
          description={words.claimRefundHint}
          currency={order.currency_code}
          value={refund}
          onChange={setRefund}
          error={action.errors.refund_amount}
        />
      )}
      <ShippingSelect
        order={order}
        label={words.returnShippingOptional}
        kind="return"
        value={returnOption}
        onChange={setReturnOption}
      />
    </ActionDialog>
  )
}
