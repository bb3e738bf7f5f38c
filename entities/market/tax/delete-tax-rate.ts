import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow } from '#database/rows.ts'
import { archiveRow } from '#entities/platform/archive/archive-row.ts'
import { TaxRate } from './tax-rate.ts'

export async function deleteTaxRate(em: EntityManager, id: string): Promise<void> {
  if (!(await lockRow(em, TaxRate, { id }))) return
  await archiveRow(em, 'tax_rate', id)
  await em.nativeDelete(TaxRate, { id })
}
