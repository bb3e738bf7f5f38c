import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'

interface StockLocation {
  id: string
  name: string
}

/** The stock locations of a shop with inventory, or an empty list. Undefined until they are loaded. */
export function useLoadedLocations(): { locations: StockLocation[] | undefined; error: unknown } {
  const { data: shop, error: shopError } = useQuery(trpc.admin.store.get.queryOptions())
  const hasLocations = shop?.store.modules?.some(({ module }) => module === 'stockLocationService')
  const { data, error } = useQuery({
    ...trpc.admin.stockLocations.list.queryOptions({ limit: 200, expand: '', fields: 'id,name' }),
    enabled: hasLocations ?? false,
  })
  return { locations: hasLocations === false ? [] : data?.stock_locations, error: shopError ?? error }
}

/** The stock locations of a shop with inventory, or an empty list, also until they are loaded. */
export const useLocations = (): StockLocation[] => useLoadedLocations().locations ?? []
