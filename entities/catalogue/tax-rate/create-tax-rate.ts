import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import { NotFound } from '#entities/errors.ts'
import { Region } from '#entities/market/region/region.ts'
import { TaxRate } from '#entities/market/tax/tax-rate.ts'
import { missingIds } from '#entities/values/missing-ids.ts'
import { addTaxedResources, type TaxedResources } from './taxed-resources.ts'

export interface NewTaxRate extends TaxedResources, TaxRateColumns {}

type TaxRateColumns = NewColumns<TaxRate, 'name' | 'region_id', 'rate'> & { code: string }

export async function createTaxRate(
  em: EntityManager,
  { products, product_types, shipping_options, ...values }: NewTaxRate,
): Promise<{ id: string }> {
  await assertRegionExists(em, values.region_id)
  const rate = insertRow(em, TaxRate, values)
  await em.flush()
  await addTaxedResources(em, rate, { products, product_types, shipping_options })
  return rate
}

/** The foreign key does not detect a soft-deleted region. */
export async function assertRegionExists(em: EntityManager, id: string): Promise<void> {
  const [missing] = await missingIds(em, Region, [id])
  if (missing) throw new NotFound(`Region with region_id ${missing} does not exist.`)
}
