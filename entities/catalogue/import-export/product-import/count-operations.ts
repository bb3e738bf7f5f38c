import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

export interface Operations {
  PRODUCT_CREATE: number
  PRODUCT_UPDATE: number
  VARIANT_CREATE: number
  VARIANT_UPDATE: number
}

export async function countOperations(em: EntityManager): Promise<Operations> {
  const [counted] = await count(em)
  return counted as Operations
}

const count = statement<Operations>(`
  select
    count(*) filter (where is_first and is_new_product)::int as "PRODUCT_CREATE",
    count(*) filter (where is_first and not is_new_product)::int as "PRODUCT_UPDATE",
    count(*) filter (where is_new_variant)::int as "VARIANT_CREATE",
    count(*) filter (where is_variant and not is_new_variant)::int as "VARIANT_UPDATE"
  from import_row`)
