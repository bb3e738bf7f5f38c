import { Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { Section } from '#console/components/section.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { orders } from '#console/strings/orders.ts'
import type { Order } from '../order.ts'
import { fulfillableLines } from './fulfillable-lines.ts'
import { FulfillmentCard } from './fulfillment-card.tsx'

const CancelFulfillmentDialog = lazyDialog(
  async () => (await import('./cancel-fulfillment-dialog.tsx')).CancelFulfillmentDialog,
)
const FulfillDialog = lazyDialog(async () => (await import('./fulfill-dialog.tsx')).FulfillDialog)
const ShipDialog = lazyDialog(async () => (await import('./ship-dialog.tsx')).ShipDialog)

export function FulfillmentsSection({ order }: { order: Order }) {
  const words = orders.useWords()
  const actions = orderActions.useWords()
  const { id, fulfillments = [], items = [] } = order
  const canFulfill = order.status !== 'canceled' && fulfillableLines(order).length > 0
  return (
    <Section
      title={words.fulfillments}
      isFlush={fulfillments.length > 0}
      actions={
        canFulfill && (
          <DialogButton
            needs="orders.createFulfillment"
            text={actions.fulfill}
            variant="filled"
            dialog={(close) => <FulfillDialog order={order} onClose={close} />}
          />
        )
      }
    >
      {fulfillments.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noFulfillments}
        </Text>
      )}
      {fulfillments.map((fulfillment, index) => (
        <FulfillmentCard
          key={fulfillment.id}
          orderId={id}
          fulfillment={fulfillment}
          title={words.fulfillmentNumber(index + 1)}
          lines={items}
          needs={{ ship: 'orders.createShipment', cancel: 'orders.cancelFulfillment' }}
          shipDialog={(close) => (
            <ShipDialog
              procedure={trpc.admin.orders.createShipment}
              inputOf={(tracking) => ({ id, fulfillment_id: fulfillment.id, ...tracking })}
              onClose={close}
            />
          )}
          cancelDialog={(close) => (
            <CancelFulfillmentDialog
              procedure={trpc.admin.orders.cancelFulfillment}
              input={{ id, fulfillment_id: fulfillment.id }}
              onClose={close}
            />
          )}
        />
      ))}
    </Section>
  )
}
