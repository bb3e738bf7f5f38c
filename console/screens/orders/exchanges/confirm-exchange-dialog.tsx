import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shop, trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { exchangeLine } from '#console/components/action/effect-lines.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { formatMoney } from '#console/components/money.tsx'
import { ErrorState } from '#console/components/states.tsx'
import { useProviderName } from '#console/components/use-provider-name.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { preview } from '#console/strings/preview.ts'
import type { Order } from '../order.ts'
import { CartShippingSelect, useCartShipping } from './cart-shipping-select.tsx'
import { useExchangeDifference } from './use-exchange-difference.ts'

interface ConfirmExchangeDialogProps {
  cartId: string
  order: Order
  onClose(): void
}

/** Completes the cart of an exchange for the customer. The chosen shipping option sends the new items. */
export function ConfirmExchangeDialog({ cartId, order, onClose }: ConfirmExchangeDialogProps) {
  const words = orderActions.useWords()
  const [option, setOption] = useState<string>()
  const nameOf = useProviderName()
  const previewTexts = preview.useWords()
  const { cart, error, difference } = useExchangeDifference(cartId)
  const { region } = useQuery(trpc.store.regions.get.queryOptions({ id: order.region_id })).data ?? {}
  const provider =
    cart?.payment_session?.provider_id ?? preferredProvider(region?.payment_providers?.map(({ id }) => id) ?? [])
  const options = useCartShipping(cartId)
  const differenceText = (amount: number, fee: number | undefined) => {
    if (fee === undefined) return exchangeLine(amount, order.currency_code, previewTexts)
    const money = formatMoney(Math.abs(amount + fee), order.currency_code)
    if (amount + fee === 0) return words.exchangeEven
    return amount + fee < 0 ? words.exchangeCreditWithShipping(money) : words.exchangeDifferenceWithShipping(money)
  }
  const action = useAction({
    procedure: {
      mutationOptions: () => ({
        mutationKey: [['store', 'carts', 'complete']],
        mutationFn: async (option_id: string) => {
          await shop.store.carts.addShippingMethod.mutate({ id: cartId, option_id })
          const { cart: paid } = await shop.store.carts.createPaymentSessions.mutate({ id: cartId })
          const sessions = paid.payment_sessions ?? []
          const provider_id = preferredProvider(sessions.map((session) => session.provider_id))
          if (provider_id && !sessions.some(({ is_selected }) => is_selected))
            await shop.store.carts.selectPaymentSession.mutate({ id: cartId, provider_id })
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
      {provider && <Text size="sm">{words.differencePaidWith(nameOf(provider))}</Text>}
      {error && <ErrorState error={error} />}
      {difference !== undefined && (
        <Text size="sm" fw={600}>
          {differenceText(difference, options.find(({ id }) => id === option)?.price_incl_tax)}
        </Text>
      )}
      <CartShippingSelect
        options={options}
        currency={order.currency_code}
        value={option}
        onChange={setOption}
        error={action.errors.option_id}
      />
    </ActionDialog>
  )
}

/** The team settles the difference by hand, if the region allows it. */
const preferredProvider = (providers: readonly string[]): string | undefined =>
  providers.find((id) => id === 'manual') ?? providers[0]
