import type { EntityManager } from '@mikro-orm/postgresql'
import { checkPeriod } from '#entities/values/period.ts'
import { setPriceListGroups } from './list-groups.ts'
import { type ListPrice, upsertListPrices } from './list-prices.ts'
import { PriceList, type PriceListStatus, type PriceListType } from './price-list.ts'

export interface NewPriceList {
  name: string
  description: string
  starts_at?: Date | null | undefined
  ends_at?: Date | null | undefined
  status?: PriceListStatus | undefined
  type: PriceListType
  prices: readonly ListPrice[]
  customer_groups?: readonly { id: string }[] | null | undefined
  includes_tax?: boolean | undefined
}

export async function createPriceList(
  em: EntityManager,
  { prices, customer_groups, ...facts }: NewPriceList,
): Promise<PriceList> {
  const list = em.create(PriceList, facts)
  checkPeriod(list)
  await em.flush()
  await upsertListPrices(em, list.id, prices)
  if (customer_groups) await setPriceListGroups(em, list.id, customer_groups)
  return list
}
