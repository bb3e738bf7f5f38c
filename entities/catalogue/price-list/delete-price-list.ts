import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow } from '#database/rows.ts'
import { MoneyAmount } from '../product/money-amount.ts'
import { PriceList } from './price-list.ts'

export async function deletePriceList(em: EntityManager, id: string): Promise<void> {
  if (!(await lockRow(em, PriceList, { id }))) return
  await em.nativeDelete(MoneyAmount, { price_list_id: id }, { filters: { alive: false } })
  await em.nativeDelete(PriceList, { id })
}
