import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import type { Procedure } from '#console/components/action/procedure.ts'
import { orders } from '#console/strings/orders.ts'
import { FulfillmentCard } from './fulfillments/fulfillment-card.tsx'
import type { Tracking } from './fulfillments/tracking-fields.tsx'
import type { Order, Replacement } from './order.ts'
import { ReturnPart } from './returns/return-part.tsx'

const CancelFulfillmentDialog = lazyDialog(
  async () => (await import('./fulfillments/cancel-fulfillment-dialog.tsx')).CancelFulfillmentDialog,
)
const ShipDialog = lazyDialog(async () => (await import('./fulfillments/ship-dialog.tsx')).ShipDialog)

interface GoodsOfPartProps<Ids> {
  /** The claim or the exchange. */
  part: Replacement
  title: string
  order: Order
  ids: Ids
  ship: Procedure<Ids & Tracking & { fulfillment_id: string }, unknown>
  cancel: Procedure<Ids & { fulfillment_id: string }, unknown>
}

/** The return and the fulfillments of a claim or an exchange. */
export function GoodsOfPart<Ids extends object>({ part, title, order, ids, ship, cancel }: GoodsOfPartProps<Ids>) {
  const words = orders.useWords()
  const { return_order, fulfillments = [], additional_items = [] } = part
  return (
    <>
      {return_order && (
        <ReturnPart
          returned={return_order}
          title={`${title} · ${words.returnNumber(1)}`}
          order={order}
          refunds={false}
        />
      )}
      {fulfillments.map((fulfillment, index) => (
        <FulfillmentCard
          key={fulfillment.id}
          orderId={order.id}
          fulfillment={fulfillment}
          title={`${title} · ${words.fulfillmentNumber(index + 1)}`}
          lines={additional_items}
          needs={{ ship: ship.mutationOptions().mutationKey, cancel: cancel.mutationOptions().mutationKey }}
          shipDialog={(close) => (
            <ShipDialog
              procedure={ship}
              inputOf={(tracking) => ({ ...ids, fulfillment_id: fulfillment.id, ...tracking })}
              onClose={close}
            />
          )}
          cancelDialog={(close) => (
            <CancelFulfillmentDialog
              procedure={cancel}
              input={{ ...ids, fulfillment_id: fulfillment.id }}
              onClose={close}
            />
          )}
        />
      ))}
    </>
  )
}
