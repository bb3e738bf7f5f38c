import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { lockTaxRate } from '#entities/market/tax/find-tax-rate.ts'
import type { TaxRate } from '#entities/market/tax/tax-rate.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { assertRegionExists, type NewTaxRate } from './create-tax-rate.ts'
import { replaceTaxedResources } from './taxed-resources.ts'

export async function updateTaxRate(
  em: EntityManager,
  id: string,
  { products, product_types, shipping_options, ...changes }: Changes<NewTaxRate>,
): Promise<void> {
  const rate = await lockTaxRate(em, id)
  if (changes.region_id && changes.region_id !== rate.region_id) await assertRegionExists(em, changes.region_id)
  applyChanges<Row<TaxRate>>(rate, changes)
  await em.flush()
  await replaceTaxedResources(em, rate, { products, product_types, shipping_options })
}
