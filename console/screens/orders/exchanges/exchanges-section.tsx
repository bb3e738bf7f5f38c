import { Group, Stack, Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { formatMoney } from '#console/components/money.tsx'
import { FieldLines } from '#console/components/plugin-fields/field-lines.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { Time } from '#console/components/time.tsx'
import { orderStatuses } from '#console/strings/order-statuses.ts'
import { orders } from '#console/strings/orders.ts'
import { GoodsOfPart } from '../goods-of-part.tsx'
import { ItemList } from '../items/item-list.tsx'
import type { Order, Swap } from '../order.ts'
import { Part } from '../part.tsx'
import { PartsSection } from '../parts-section.tsx'
import { ExchangeActions } from './exchange-actions.tsx'
import { useExchangeDifference } from './use-exchange-difference.ts'

export function ExchangesSection({ order }: { order: Order }) {
  const words = orders.useWords()
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
  const words = orders.useWords()
  const statuses = orderStatuses.useWords()
  const { additional_items = [], difference_due } = swap
  const isWaiting = !swap.confirmed_at && !swap.canceled_at
  const { difference } = useExchangeDifference(isWaiting ? swap.cart_id : null)
  return (
    <>
      <Part
        title={title}
        badge={<StatusBadge tone={TONES.swap[swap.payment_status]} text={statuses[`swap_${swap.payment_status}`]} />}
        actions={<ExchangeActions swap={swap} title={title} order={order} />}
      >
        <Stack gap="sm">
          <Text size="xs" c="var(--quiet)">
            {words.newItems}
          </Text>
          <ItemList items={additional_items} />
          <FieldLines table="swap" row={swap} />
          <Group gap="md" c="dimmed" fz="xs">
            <Time at={swap.created_at} />
            {difference_due !== null && <span>{differenceText(difference_due)}</span>}
          </Group>
          {isWaiting && (
            <Text size="xs" c="dimmed">
              {words.unconfirmed} {Boolean(difference) && differenceBeforeShipping(difference ?? 0)}
            </Text>
          )}
        </Stack>
      </Part>
      <GoodsOfPart
        part={swap}
        title={title}
        order={order}
        ids={{ id: order.id, swap_id: swap.id }}
        ship={trpc.admin.orders.createSwapShipment}
        cancel={trpc.admin.orders.cancelSwapFulfillment}
      />
    </>
  )

  function differenceBeforeShipping(amount: number): string {
    const text = formatMoney(Math.abs(amount), order.currency_code)
    return amount < 0 ? words.creditBeforeShipping(text) : words.differenceBeforeShipping(text)
  }

  function differenceText(amount: number): string {
    if (amount === 0) return words.evenExchange
    const text = formatMoney(Math.abs(amount), order.currency_code)
    return amount > 0 ? words.customerPays(text) : words.shopPays(text)
  }
}
