import type { EntityManager } from '@mikro-orm/postgresql'
import type { Changes } from '#entities/values/apply-changes.ts'
import type { NewPriceList } from './create-price-list.ts'
import { lockPriceList } from './find-price-list.ts'
import { setPriceListGroups } from './list-groups.ts'
import { upsertListPrices } from './list-prices.ts'

/** Adds `prices` to the prices of the list, but replaces its customer groups. */
export async function updatePriceList(
  em: EntityManager,
  id: string,
  { prices, customer_groups, ...changes }: Changes<NewPriceList>,
): Promise<void> {
  const list = await lockPriceList(em, id)
  list.update(changes)
  if (prices) await upsertListPrices(em, id, prices)
  if (customer_groups) await setPriceListGroups(em, id, customer_groups)
}
