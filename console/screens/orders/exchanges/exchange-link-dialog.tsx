import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shop, trpc } from '#console/app/api.ts'
import { PaymentLinkDialog } from '#console/components/payment-link-dialog.tsx'
import { paymentLinks } from '#console/strings/payment-links.ts'
import { type Order, type Swap, useOrder } from '../order.ts'
import { CartShippingSelect, useCartShipping } from './cart-shipping-select.tsx'

interface ExchangeLinkDialogProps {
  swap: Swap & { cart_id: string }
  order: Order
  onClose(): void
}

/** The customer pays the difference of an exchange by a link. The shop chooses the shipping of the new items. */
export function ExchangeLinkDialog({ swap, order, onClose }: ExchangeLinkDialogProps) {
  const { shippingMissing } = paymentLinks.useWords()
  const [isMissing, setMissing] = useState(false)
  const [option, setOption] = useState<string>()
  const { cart_id: id } = swap
  const current = useOrder(order.id).data?.order.swaps?.find((one) => one.id === swap.id)
  const { cart } = useQuery(trpc.store.carts.get.queryOptions({ id }, { staleTime: 0 })).data ?? {}
  const options = useCartShipping(id)
  const isChosen = (cart?.shipping_methods?.length ?? 0) > 0
  const prepare = async () => {
    if (option !== undefined) await shop.store.carts.addShippingMethod.mutate({ id, option_id: option })
    setMissing(!isChosen && option === undefined)
    return isChosen || option !== undefined
  }
  return (
    <PaymentLinkDialog
      type="swap"
      row={current ?? swap}
      isPaid={Boolean(current?.confirmed_at)}
      email={order.email}
      prepare={prepare}
      onClose={onClose}
    >
      {cart && !isChosen && (
        <CartShippingSelect
          options={options}
          currency={order.currency_code}
          value={option}
          onChange={setOption}
          error={isMissing ? shippingMissing : undefined}
        />
      )}
    </PaymentLinkDialog>
  )
}
