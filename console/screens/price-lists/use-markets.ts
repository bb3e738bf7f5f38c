import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import type { Market } from './price-changes.ts'

/** The currencies of the store and the regions, as columns of a grid. */
export function useMarkets(): { currencies: Market[]; regions: Market[] } {
  const { data: store } = useQuery(trpc.admin.store.get.queryOptions())
  const { data: regions } = useQuery(trpc.admin.regions.list.queryOptions({ limit: 200, expand: '' }))
  return {
    currencies:
      store?.store.currencies?.map(({ code }) => ({ key: code, name: code.toUpperCase(), currency_code: code })) ?? [],
    regions:
      regions?.regions.map(({ id, name, currency_code }) => ({ key: id, name, currency_code, region_id: id })) ?? [],
  }
}
