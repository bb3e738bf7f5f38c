import { Section } from '#console/components/section.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { orders } from '#console/strings/orders.ts'
import type { Order } from '../order.ts'
import { ReturnPart } from './return-part.tsx'

/** The returns that are not part of a claim or an exchange. */
export function ReturnsSection({ order }: { order: Order }) {
  const words = useStrings(orders)
  const returns = (order.returns ?? []).filter(({ claim_order_id, swap_id }) => !claim_order_id && !swap_id)
  if (returns.length === 0) return null
  return (
    <Section title={words.returns} isFlush>
      {returns.map((returned, index) => (
        <ReturnPart key={returned.id} returned={returned} title={words.returnNumber(index + 1)} order={order} refunds />
      ))}
    </Section>
  )
}
