import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { hasInventory } from './has-inventory.ts'
import { ItemList } from './items/item-list.tsx'
import { VariantStock } from './variants/variant-stock.tsx'

/** The items of a shop with inventory, or the stock of the variants. */
export function InventoryHome() {
  const { data, error } = useQuery(trpc.admin.store.get.queryOptions())
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return hasInventory(data.store) ? <ItemList /> : <VariantStock />
}
