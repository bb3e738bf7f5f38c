import type { EntityManager } from '@mikro-orm/postgresql'
import { checkPeriod } from '../period.ts'
import { setGroups } from './list-groups.ts'
import { type ListPrice, putPrices } from './list-prices.ts'
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
  await putPrices(em, list.id, prices)
  if (customer_groups) await setGroups(em, list.id, customer_groups)
  return list
}
