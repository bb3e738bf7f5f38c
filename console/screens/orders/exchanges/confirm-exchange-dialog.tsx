import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shop, trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { useAction } from '#console/components/action/use-action.ts'
import { formatMoney } from '#console/components/money.tsx'
import { ErrorState } from '#console/components/states.tsx'
import { useProviderName } from '#console/components/use-provider-name.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Order } from '../order.ts'
import { CartShippingSelect, useCartShipping } from './cart-shipping-select.tsx'

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
  const { data, error } = useQuery(trpc.store.carts.get.queryOptions({ id: cartId }, { staleTime: 0 }))
  const cart = data?.cart
  const { region } = useQuery(trpc.store.regions.get.queryOptions({ id: order.region_id })).data ?? {}
  const provider =
    cart?.payment_session?.provider_id ?? preferredProvider(region?.payment_providers?.map(({ id }) => id) ?? [])
  const shipping = cart?.shipping_methods?.reduce((sum, { total = 0 }) => sum + total, 0) ?? 0
  const difference = (cart?.total ?? 0) - shipping
  const options = useCartShipping(cartId)
  const differenceText = (amount: number, fee: number | undefined) => {
    const money = formatMoney(Math.abs(amount + (fee ?? 0)), order.currency_code)
    if (fee === undefined) return amount < 0 ? words.exchangeCredit(money) : words.exchangeDifference(money)
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
      {cart && (
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
