import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { pastOrders } from '#console/strings/past-orders.ts'

/** Leads from the list of orders to the imported orders that the search finds. Nothing if there are none. */
export function FoundPastOrders({ q }: { q: string | undefined }) {
  const words = pastOrders.useWords()
  const { data } = useQuery(trpc.admin.orders.listPast.queryOptions({ ...(q ? { q } : {}), limit: 1, fields: 'id' }))
  if (!data?.count) return null
  return (
    <PageLink to="/orders/past" search={{ q }} size="sm">
      {q ? words.found(data.count) : words.all(data.count)}
    </PageLink>
  )
}
