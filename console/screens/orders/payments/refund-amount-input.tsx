import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Entered } from '#console/components/form/entered.ts'
import { MoneyInput } from '#console/components/form/number-input.tsx'
import { formatMoney } from '#console/components/money.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Order } from '../order.ts'
import { GiftCardNote } from './gift-card-note.tsx'
import { capturedRefundable } from './refundable.ts'

interface RefundAmountInputProps {
  order: Order
  value: Entered<number>
  onChange(value: Entered<number>): void
  error: ReactNode
}

/** The refund of items: at most the captured money. Names the part that gift cards paid. */
export function RefundAmountInput({ order, ...field }: RefundAmountInputProps) {
  const words = orderActions.useWords()
  const { currency_code } = order
  const money = (amount: number) => formatMoney(amount, currency_code)
  const refundable = capturedRefundable(order)
  return (
    <>
      {refundable > 0 ? (
        <MoneyInput
          label={words.refundAmount}
          description={`${words.refundHint} ${words.refundable(money(refundable))}`}
          currency={currency_code}
          max={refundable}
          {...field}
        />
      ) : (
        <Alert color="gray" role="note">
          {words.nothingCaptured}
        </Alert>
      )}
      <GiftCardNote order={order} />
    </>
  )
}
