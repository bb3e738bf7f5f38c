import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { Money } from '#console/components/money.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
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
    <Table aria-label={words.orders}>
      <Table.Tbody>
        {data.orders.map((order) => (
          <Table.Tr key={order.id}>
            <Table.Td fw={500}>#{order.display_id}</Table.Td>
            <Table.Td c="dimmed">
              <Time at={order.created_at} />
            </Table.Td>
            <Table.Td ta="end">
              <Money amount={order.total ?? 0} currency={order.currency_code} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
