import type { EntityManager } from '@mikro-orm/postgresql'
import { TaxRate } from './tax-rate.ts'
import { type TaxedThings, tax } from './taxed-things.ts'

export interface NewTaxRate extends TaxedThings {
  code: string
  name: string
  region_id: string
  /** Percent. */
  rate?: number | null | undefined
}

export async function createTaxRate(
  em: EntityManager,
  { products, product_types, shipping_options, ...facts }: NewTaxRate,
): Promise<TaxRate> {
  const rate = em.create(TaxRate, facts)
  await em.flush()
  await tax(em, rate, { products, product_types, shipping_options })
  return rate
}
