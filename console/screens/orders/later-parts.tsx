import { PluginPanels } from '#console/components/plugin-parts/plugin-panels.tsx'
import { ClaimsSection } from './claims/claims-section.tsx'
import { EditsSection } from './edits/edits-section.tsx'
import { ExchangesSection } from './exchanges/exchanges-section.tsx'
import type { Order } from './order.ts'
import { ReturnsSection } from './returns/returns-section.tsx'
import { OrderTimeline } from './timeline/order-timeline.tsx'

/** What happened to an order after its sale. */
export function LaterParts({ order }: { order: Order }) {
  return (
    <>
      <ReturnsSection order={order} />
      <ClaimsSection order={order} />
      <ExchangesSection order={order} />
      <EditsSection order={order} />
      <PluginPanels place="order" id={order.id} />
      <OrderTimeline order={order} />
    </>
  )
}
