import { Group, Stack, Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { formatMoney } from '#console/components/money.tsx'
import { StatusBadge, type Tone } from '#console/components/status-badge.tsx'
import { Time } from '#console/components/time.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { orderStatuses } from '#console/strings/order-statuses.ts'
import { orders } from '#console/strings/orders.ts'
import { CancelFulfillmentDialog } from '../fulfillments/cancel-fulfillment-dialog.tsx'
import { FulfillmentCard } from '../fulfillments/fulfillment-card.tsx'
import { ShipDialog } from '../fulfillments/ship-dialog.tsx'
import { ItemList } from '../items/item-list.tsx'
import type { Order } from '../order.ts'
import { Part } from '../part.tsx'
import { PartsSection } from '../parts-section.tsx'
import { ReturnPart } from '../returns/return-part.tsx'
import { ExchangeActions } from './exchange-actions.tsx'

type Swap = NonNullable<Order['swaps']>[number]

const TONES: Record<Swap['payment_status'], Tone> = {
  not_paid: 'attention',
  awaiting: 'attention',
  captured: 'good',
  confirmed: 'busy',
  canceled: 'quiet',
  difference_refunded: 'good',
  partially_refunded: 'busy',
  refunded: 'quiet',
  requires_action: 'bad',
}

export function ExchangesSection({ order }: { order: Order }) {
  const words = useStrings(orders)
  return (
    <PartsSection
      title={words.exchanges}
      rows={order.swaps ?? []}
      part={(swap, number) => <ExchangePart swap={swap} title={words.exchangeNumber(number)} order={order} />}
    />
  )
}

interface ExchangePartProps {
  swap: Swap
  title: string
  order: Order
}

function ExchangePart({ swap, title, order }: ExchangePartProps) {
  const words = useStrings(orders)
  const statuses = useStrings(orderStatuses)
  const { additional_items = [], return_order, difference_due } = swap
  const isWaiting = !swap.confirmed_at && !swap.canceled_at
  return (
    <>
      <Part
        title={title}
        badge={<StatusBadge tone={TONES[swap.payment_status]} text={statuses[`swap_${swap.payment_status}`]} />}
        actions={<ExchangeActions swap={swap} title={title} order={order} />}
      >
        <Stack gap="sm">
          <Text size="xs" c="var(--quiet)">
            {words.newItems}
          </Text>
          <ItemList items={additional_items} />
          <Group gap="md" c="dimmed" fz="xs">
            <Time at={swap.created_at} />
            {difference_due !== null && <span>{differenceText(difference_due)}</span>}
          </Group>
          {isWaiting && (
            <Text size="xs" c="dimmed">
              {words.unconfirmed}
            </Text>
          )}
        </Stack>
      </Part>
      {return_order && (
        <ReturnPart
          returned={return_order}
          title={`${title} · ${words.returnNumber(1)}`}
          order={order}
          refunds={false}
        />
      )}
      <ExchangeFulfillments swap={swap} title={title} order={order} />
    </>
  )

  function differenceText(amount: number): string {
    if (amount === 0) return words.evenExchange
    const text = formatMoney(Math.abs(amount), order.currency_code)
    return amount > 0 ? words.customerPays(text) : words.shopPays(text)
  }
}

function ExchangeFulfillments({ swap, title, order }: ExchangePartProps) {
  const words = useStrings(orders)
  const ids = { id: order.id, swap_id: swap.id }
  return (swap.fulfillments ?? []).map((fulfillment, index) => (
    <FulfillmentCard
      key={fulfillment.id}
      fulfillment={fulfillment}
      title={`${title} · ${words.fulfillmentNumber(index + 1)}`}
      lines={swap.additional_items ?? []}
      shipDialog={(close) => (
        <ShipDialog
          procedure={trpc.admin.orders.createSwapShipment}
          inputOf={(tracking_numbers) => ({ ...ids, fulfillment_id: fulfillment.id, tracking_numbers })}
          onClose={close}
        />
      )}
      cancelDialog={(close) => (
        <CancelFulfillmentDialog
          procedure={trpc.admin.orders.cancelSwapFulfillment}
          input={{ ...ids, fulfillment_id: fulfillment.id }}
          onClose={close}
        />
      )}
    />
  ))
}
