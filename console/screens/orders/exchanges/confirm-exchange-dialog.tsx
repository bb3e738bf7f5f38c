import { Text } from '@mantine/core'
import { useState } from 'react'
import { shop } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Order } from '../order.ts'
import { ShippingSelect } from '../shipping-select.tsx'

interface ConfirmExchangeDialogProps {
  cartId: string
  order: Order
  onClose(): void
}

/** Completes the cart of an exchange for the customer. The chosen shipping option sends the new items. */
export function ConfirmExchangeDialog({ cartId, order, onClose }: ConfirmExchangeDialogProps) {
  const words = orderActions.useWords()
  const [option, setOption] = useState<string>()
  const action = useAction({
    procedure: {
      mutationOptions: () => ({
        mutationKey: [['store', 'carts', 'complete']],
        mutationFn: async (option_id: string) => {
          await shop.store.carts.addShippingMethod.mutate({ id: cartId, option_id })
          await shop.store.carts.createPaymentSessions.mutate({ id: cartId })
          return shop.store.carts.complete.mutate({ id: cartId })
        },
      }),
    },
    input: option,
    fields: ['option_id'],
    preview: 'none',
    onDone: endDialog(words.exchangeConfirmed, onClose),
  })
  return (
    <ActionDialog
      action={action}
      title={words.confirmForCustomerTitle}
      verb={words.confirmForCustomer}
      onClose={onClose}
    >
      <Text size="sm">{words.confirmForCustomerText}</Text>
      <ShippingSelect
        order={order}
        label={words.shippingOption}
        kind="outbound"
        value={option}
        onChange={setOption}
        error={action.errors.option_id}
      />
    </ActionDialog>
  )
}
