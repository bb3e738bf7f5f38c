import { Alert } from '@mantine/core'
import { formatMoney } from '#console/components/money.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Order } from '../order.ts'

/** Names the part of the order that gift cards paid, because no refund covers it. */
export function GiftCardNote({ order: { gift_card_total, currency_code } }: { order: Order }) {
  const words = orderActions.useWords()
  if (gift_card_total === 0) return null
  return (
    <Alert color="yellow" role="note">
      {words.giftCardsPaid(formatMoney(gift_card_total, currency_code))}
    </Alert>
  )
}
