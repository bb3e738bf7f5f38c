import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { MoneyAmount } from '../product/money-amount.ts'
import { PriceList } from './price-list.ts'

/** Also deletes its prices, including prices of deleted variants. Ignores unknown ids. */
export async function deletePriceList(em: EntityManager, id: string): Promise<void> {
  const list = await em.findOne(PriceList, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!list) return
  await em.nativeDelete(MoneyAmount, { price_list_id: id }, { filters: { alive: false } })
  await em.nativeDelete(PriceList, { id })
}
