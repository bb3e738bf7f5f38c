import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { PriceList } from './price-list.ts'

export async function lockPriceList(em: EntityManager, id: string): Promise<Row<PriceList>> {
  const list = await lockRow(em, PriceList, { id })
  if (!list) throw new NotFound(`Price list with id: ${id} was not found`)
  return list
}

export async function findPriceList(em: EntityManager, id: string): Promise<PriceList> {
  const list = await em.findOne(PriceList, { id })
  if (!list) throw new NotFound(`Price list with id: ${id} was not found`)
  return list
}
