import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { stockCounts } from '#console/strings/stock-counts.ts'

interface EarlierCountsProps {
  locationId: string | undefined
}

/** The last saved counts with the goods whose stock changed. */
export function EarlierCounts({ locationId }: EarlierCountsProps) {
  const words = stockCounts.useWords()
  const { data, error } = useQuery(
    trpc.admin.stockCounts.list.queryOptions({ limit: 10, ...(locationId ? { location_id: locationId } : {}) }),
  )
  return (
    <TableSection
      title={words.earlier}
      error={error}
      rows={data?.stock_counts}
      empty={words.noneEarlier}
      columns={[
        { key: 'time', title: words.time, cell: ({ created_at }) => <Time at={created_at} /> },
        { key: 'reason', title: words.reason, cell: ({ reason }) => reason },
        {
          key: 'changes',
          title: words.changes,
          cell: ({ items }) =>
            items
              .filter(({ counted, expected }) => counted !== expected)
              .map(({ title, counted, expected }) => words.change(title, expected, counted))
              .join(', ') || words.noChanges,
        },
      ]}
    />
  )
}
