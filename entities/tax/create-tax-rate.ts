import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '../errors.ts'
import { missingIds } from '../missing.ts'
import { Region } from '../region/region.ts'
import { TaxRate } from './tax-rate.ts'
import { type TaxedThings, tax } from './taxed-things.ts'

export interface NewTaxRate extends TaxedThings {
  code: string
  name: string
  region_id: string
  /** Percent. */
  rate?: number | null | undefined
}

/** @throws NotFound for a region, or something to be taxed, that is not there. */
export async function createTaxRate(
  em: EntityManager,
  { products, product_types, shipping_options, ...facts }: NewTaxRate,
): Promise<TaxRate> {
  await requireRegion(em, facts.region_id)
  const rate = em.create(TaxRate, facts)
  await em.flush()
  await tax(em, rate, { products, product_types, shipping_options })
  return rate
}

/** Also one that is deleted is missing, which a foreign key does not see. */
export async function requireRegion(em: EntityManager, id: string): Promise<void> {
  const [missing] = await missingIds(em, Region, [id])
  if (missing) throw new NotFound(`Region with region_id ${missing} does not exist.`)
}
