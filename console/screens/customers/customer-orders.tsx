import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { Money } from '#console/components/money.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import tableClasses from '#console/components/table-section.module.css'
import { Time } from '#console/components/time.tsx'
import { customers } from '#console/strings/customers.ts'

export function CustomerOrders({ customerId }: { customerId: string }) {
  const words = customers.useWords()
  const { data, error } = useQuery(
    trpc.admin.orders.list.queryOptions({
      customer_id: customerId,
      limit: 20,
      expand: '',
      fields: 'id,display_id,created_at,currency_code,total',
    }),
  )
  if (error) return <ErrorState error={error} />
  if (!data) return <LoadingLines lines={3} />
  if (data.orders.length === 0)
    return (
      <Text size="sm" c="dimmed" p="lg">
        {words.noOrders}
      </Text>
    )
  return (
    <table aria-label={words.orders} className={tableClasses.table}>
      <tbody>
        {data.orders.map((order) => (
          <tr key={order.id}>
            <td>
              <PageLink to="/orders/$id" params={{ id: order.id }} size="sm">
                #{order.display_id}
              </PageLink>
            </td>
            <td>
              <Time at={order.created_at} />
            </td>
            <td data-align="end">
              <Money amount={order.total ?? 0} currency={order.currency_code} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
