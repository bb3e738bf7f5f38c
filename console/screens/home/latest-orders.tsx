import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { Money } from '#console/components/money.tsx'
import { PageButton, PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { Time } from '#console/components/time.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { home } from '#console/strings/home.ts'
import { orders } from '#console/strings/orders.ts'
import { ORDER_ROW } from '../orders/list/order-columns.tsx'
import { nameOfBuyer } from '../orders/name-of-buyer.ts'
import { OrderBadge, PaymentBadge } from '../orders/order-badges.tsx'

export function LatestOrders() {
  const words = useStrings(home)
  const { title } = useStrings(orders)
  const { data, error } = useQuery(trpc.admin.orders.list.queryOptions({ ...ORDER_ROW, limit: 8 }))
  return (
    <Section
      title={words.latest}
      isFlush={(data?.orders.length ?? 0) > 0}
      actions={
        <PageButton to="/orders" size="xs" variant="default">
          {words.allOrders}
        </PageButton>
      }
    >
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingLines />}
      {data?.orders.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noOrders}
        </Text>
      )}
      {data && data.orders.length > 0 && (
        <Table aria-label={words.latest} horizontalSpacing="lg">
          <Table.Tbody>
            {data.orders.map((order) => (
              <Table.Tr key={order.id}>
                <Table.Td>
                  <PageLink to="/orders/$id" params={{ id: order.id }} fw={600} c="inherit" size="sm">
                    {title(order.display_id)}
                  </PageLink>
                  <Text size="xs" c="dimmed" component="div">
                    <Time at={order.created_at} />
                  </Text>
                </Table.Td>
                <Table.Td>{nameOfBuyer(order)}</Table.Td>
                <Table.Td visibleFrom="sm">
                  {order.status === 'canceled' ? (
                    <OrderBadge status={order.status} />
                  ) : (
                    <PaymentBadge status={order.payment_status} />
                  )}
                </Table.Td>
                <Table.Td ta="end">
                  <Money amount={order.total ?? 0} currency={order.currency_code} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  )
}
