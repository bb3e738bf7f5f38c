import { useStrings } from '#console/strings/define-strings.ts'
import { orders } from '#console/strings/orders.ts'
import type { Order } from '../order.ts'
import { PartsSection } from '../parts-section.tsx'
import { ReturnPart } from './return-part.tsx'

/** The returns that are not part of a claim or an exchange. */
export function ReturnsSection({ order }: { order: Order }) {
  const words = useStrings(orders)
  const returns = (order.returns ?? []).filter(({ claim_order_id, swap_id }) => !claim_order_id && !swap_id)
  return (
    <PartsSection
      title={words.returns}
      rows={returns}
      part={(returned, number) => (
        <ReturnPart returned={returned} title={words.returnNumber(number)} order={order} refunds />
      )}
    />
  )
}
