import { orders } from '#console/strings/orders.ts'
import { type Order, ownReturns } from '../order.ts'
import { PartsSection } from '../parts-section.tsx'
import { ReturnPart } from './return-part.tsx'

export function ReturnsSection({ order }: { order: Order }) {
  const words = orders.useWords()
  return (
    <PartsSection
      title={words.returns}
      rows={ownReturns(order)}
      part={(returned, number) => (
        <ReturnPart returned={returned} title={words.returnNumber(number)} order={order} refunds />
      )}
    />
  )
}
