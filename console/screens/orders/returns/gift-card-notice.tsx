import { Alert } from '@mantine/core'
import { formatMoney } from '#console/components/money.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Order } from '../order.ts'

/** The part of an order that a refund of its items does not pay back. */
export function GiftCardNotice({ order }: { order: Order }) {
  const words = useStrings(orderActions)
  const { gift_card_total, currency_code } = order
  if (gift_card_total === 0) return null
  return (
    <Alert color="yellow" role="note">
      {words.giftCardsPaid(formatMoney(gift_card_total, currency_code))}
    </Alert>
  )
}
