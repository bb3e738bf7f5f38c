import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { Money } from '#console/components/money.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { Time } from '#console/components/time.tsx'
import { pastOrders } from '#console/strings/past-orders.ts'
import { programOf } from '../orders/past/past-status.tsx'

/** Nothing for a customer without imported orders. */
export function PastOrdersOfCustomer({ customerId }: { customerId: string }) {
  const words = pastOrders.useWords()
  const { data } = useQuery(trpc.admin.orders.listPast.queryOptions({ customer_id: customerId, limit: 50 }))
  if (!data || data.past_orders.length === 0) return null
  return (
    <Section title={words.title} isFlush>
      <Table aria-label={words.title}>
        <Table.Tbody>
          {data.past_orders.map((order) => (
            <Table.Tr key={order.id}>
              <Table.Td fw={500}>
                <PageLink to="/orders/past/$id" params={{ id: order.id }} size="sm">
                  {order.number}
                </PageLink>
              </Table.Td>
              <Table.Td c="dimmed">
                <Time at={order.placed_at} />
              </Table.Td>
              <Table.Td>
                <StatusBadge tone="quiet" text={words.importedFrom(programOf(order))} />
              </Table.Td>
              <Table.Td ta="end">
                <Money amount={order.total} currency={order.currency_code} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}
