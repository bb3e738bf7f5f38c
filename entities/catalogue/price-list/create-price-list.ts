import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import { setPriceListGroups } from './list-groups.ts'
import { type ListPrice, upsertListPrices } from './list-prices.ts'
import { PriceList, type PriceListStatus } from './price-list.ts'

export interface NewPriceList extends NewColumns<PriceList, 'name' | 'description' | 'type', 'starts_at' | 'ends_at'> {
  status?: PriceListStatus | undefined
  prices: readonly ListPrice[]
  customer_groups?: readonly { id: string }[] | null | undefined
  includes_tax?: boolean | undefined
}

export async function createPriceList(
  em: EntityManager,
  { prices, customer_groups, ...values }: NewPriceList,
): Promise<{ id: string }> {
  const list = insertRow(em, PriceList, values)
  list.assertValidPeriod()
  await em.flush()
  await upsertListPrices(em, list.id, prices)
  if (customer_groups) await setPriceListGroups(em, list.id, customer_groups)
  return list
}
