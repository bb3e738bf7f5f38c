import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow } from '#database/rows.ts'
import { archiveRow } from '#entities/platform/archive/archive-row.ts'
import { MoneyAmount } from '../product/money-amount.ts'
import { PriceList } from './price-list.ts'

export async function deletePriceList(em: EntityManager, id: string): Promise<void> {
  if (!(await lockRow(em, PriceList, { id }))) return
  await archiveRow(em, 'price_list', id)
  await em.nativeDelete(MoneyAmount, { price_list_id: id }, { filters: { alive: false } })
  await em.nativeDelete(PriceList, { id })
}
