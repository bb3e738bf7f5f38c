import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Money } from '#console/components/money.tsx'
import { PageButton, RowLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { Time } from '#console/components/time.tsx'
import { home } from '#console/strings/home.ts'
import { orders } from '#console/strings/orders.ts'
import { nameOfBuyer } from '../orders/name-of-buyer.ts'
import { OrderBadge, PaymentBadge } from '../orders/order-badges.tsx'
import { latestOrders } from './home-queries.ts'
import classes from './latest-orders.module.css'

export function LatestOrders() {
  const words = home.useWords()
  const { title } = orders.useWords()
  const { data, error } = useQuery(latestOrders())
  return (
    <Section
      needs="orders.list"
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
        <table aria-label={words.latest} className={classes.table}>
          <tbody>
            {data.orders.map((order) => (
              <tr key={order.id}>
                <td>
                  <RowLink to="/orders/$id" params={{ id: order.id }}>
                    {title(order.display_id)}
                  </RowLink>
                  <Text size="xs" c="dimmed" component="div">
                    <Time at={order.created_at} />
                  </Text>
                </td>
                <td>{nameOfBuyer(order)}</td>
                <td className={classes.payment}>
                  {order.status === 'canceled' ? (
                    <OrderBadge status={order.status} />
                  ) : (
                    <PaymentBadge status={order.payment_status} due={order.difference_due} />
                  )}
                </td>
                <td className={classes.total}>
                  <Money amount={order.total ?? 0} currency={order.currency_code} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
