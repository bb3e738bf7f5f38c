import { Alert, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { formatMoney } from '#console/components/money.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { simulations } from '#console/strings/simulations.ts'

type Simulated = RouterOutputs['admin']['discounts']['simulated']['simulation']

export function SimulationResult({ id }: { id: string }) {
  const { data, error } = useQuery(trpc.admin.discounts.simulated.queryOptions({ id }))
  if (error) return <ErrorState error={error} />
  return data ? <Outcome simulated={data.simulation} /> : <LoadingLines lines={4} />
}

function Outcome({ simulated }: { simulated: Simulated }) {
  const words = simulations.useWords()
  const { orders, carts, examined, is_sampled, sums, purchases } = simulated
  if (sums.length === 0) return <Text size="sm">{words.nothing}</Text>
  const changesShipping = sums.some(({ shipping_before, shipping_after }) => shipping_before !== shipping_after)
  return (
    <>
      {is_sampled && <Alert color="yellow">{words.sampled(examined, orders + carts)}</Alert>}
      <Table.ScrollContainer minWidth={520}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.purchases}</Table.Th>
              <Table.Th ta="end">{words.touched}</Table.Th>
              <Table.Th ta="end">{words.revenue}</Table.Th>
              <Table.Th ta="end">{words.discounts}</Table.Th>
              {changesShipping && <Table.Th ta="end">{words.shipping}</Table.Th>}
              <Table.Th ta="end">{words.margin}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sums.map((sum) => (
              <SumRow key={`${sum.type} ${sum.currency_code}`} sum={sum} changesShipping={changesShipping} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Changes purchases={purchases} />
    </>
  )
}

function SumRow({ sum, changesShipping }: { sum: Simulated['sums'][number]; changesShipping: boolean }) {
  const words = simulations.useWords()
  const { type, currency_code, purchases, touched, units, units_with_cost } = sum
  const change = (before: number, after: number) =>
    words.change(formatMoney(before, currency_code), formatMoney(after, currency_code))
  return (
    <Table.Tr>
      <Table.Td>{type === 'order' ? words.ordersIn(currency_code) : words.cartsIn(currency_code)}</Table.Td>
      <Table.Td ta="end">{words.of(touched, purchases)}</Table.Td>
      <Table.Td ta="end">{change(sum.revenue_before, sum.revenue_after)}</Table.Td>
      <Table.Td ta="end">{formatMoney(sum.discount_after - sum.discount_before, currency_code)}</Table.Td>
      {changesShipping && <Table.Td ta="end">{change(sum.shipping_before, sum.shipping_after)}</Table.Td>}
      <Table.Td ta="end">
        {units_with_cost === 0 ? words.noCosts : change(sum.margin_before, sum.margin_after)}
        {units_with_cost > 0 && units_with_cost < units && (
          <Text size="xs" c="dimmed">
            {words.costsOf(units_with_cost, units)}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function Changes({ purchases }: Pick<Simulated, 'purchases'>) {
  const words = simulations.useWords()
  if (purchases.length === 0) return <Text size="sm">{words.noChange}</Text>
  return (
    <Table.ScrollContainer minWidth={420} mah={360}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.buyer}</Table.Th>
            <Table.Th ta="end">{words.paid}</Table.Th>
            <Table.Th ta="end">{words.wouldPay}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {purchases.map(({ type, id, display_id, email, currency_code, before, after }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {type === 'order' ? (
                  <PageLink to="/orders/$id" params={{ id }}>
                    {words.order(display_id ?? 0)}
                  </PageLink>
                ) : (
                  words.cart
                )}
                {email && (
                  <Text size="xs" c="dimmed">
                    {email}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="end">{formatMoney(before, currency_code)}</Table.Td>
              <Table.Td ta="end">{formatMoney(after, currency_code)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
