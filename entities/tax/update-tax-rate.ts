import type { EntityManager } from '@mikro-orm/postgresql'
import { type Changes, change } from '#entities/change.ts'
import { type NewTaxRate, requireRegion } from './create-tax-rate.ts'
import { lockTaxRate } from './find-tax-rate.ts'
import type { TaxRate } from './tax-rate.ts'
import { taxOnly } from './taxed-things.ts'

/** Changes what is named; lists take the place of those before. */
export async function updateTaxRate(
  em: EntityManager,
  id: string,
  { products, product_types, shipping_options, ...changes }: Changes<NewTaxRate>,
): Promise<void> {
  const rate = await lockTaxRate(em, id)
  if (changes.region_id && changes.region_id !== rate.region_id) await requireRegion(em, changes.region_id)
  change<TaxRate>(rate, changes)
  await em.flush()
  await taxOnly(em, rate, { products, product_types, shipping_options })
}
