import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'

/** The stock locations of a shop with inventory, or an empty list. */
export function useLocations(): { id: string; name: string }[] {
  const { data: shop } = useQuery(trpc.admin.store.get.queryOptions())
  const hasLocations = shop?.store.modules?.some(({ module }) => module === 'stockLocationService') ?? false
  const { data } = useQuery({
    ...trpc.admin.stockLocations.list.queryOptions({ limit: 200, expand: '', fields: 'id,name' }),
    enabled: hasLocations,
  })
  return data?.stock_locations ?? []
}
