import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { TaxRate } from './tax-rate.ts'

export async function lockTaxRate(em: EntityManager, id: string): Promise<Row<TaxRate>> {
  const rate = await lockRow(em, TaxRate, { id })
  if (!rate) throw new NotFound(`TaxRate with ${id} was not found`)
  return rate
}
