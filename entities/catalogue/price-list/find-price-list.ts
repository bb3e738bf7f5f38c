import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { PriceList } from './price-list.ts'

export const lockPriceList = async (em: EntityManager, id: string): Promise<Row<PriceList>> =>
  requirePriceList(await lockRow(em, PriceList, { id }), id)

export const findPriceList = async (em: EntityManager, id: string): Promise<Row<PriceList>> =>
  requirePriceList(await findRow(em, PriceList, { id }), id)

function requirePriceList(list: Row<PriceList> | null, id: string): Row<PriceList> {
  if (!list) throw new NotFound(`Price list with id: ${id} was not found`)
  return list
}
