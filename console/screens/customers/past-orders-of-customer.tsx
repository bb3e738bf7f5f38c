import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { Money } from '#console/components/money.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import tableClasses from '#console/components/table-section.module.css'
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
      <table aria-label={words.title} className={tableClasses.table}>
        <tbody>
          {data.past_orders.map((order) => (
            <tr key={order.id}>
              <td>
                <PageLink to="/orders/past/$id" params={{ id: order.id }} size="sm">
                  {order.number}
                </PageLink>
              </td>
              <td>
                <Time at={order.placed_at} />
              </td>
              <td>
                <StatusBadge tone="quiet" text={words.importedFrom(programOf(order))} />
              </td>
              <td data-align="end">
                <Money amount={order.total} currency={order.currency_code} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
