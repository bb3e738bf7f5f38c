import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

interface CountedTaxRate {
  id: string
}

/** Sets the selected counts of products, product types and shipping options. */
export async function fillCounts(em: EntityManager, rates: readonly CountedTaxRate[]): Promise<void> {
  const counted = rates.filter((rate) => COUNTS.some((name) => name in rate))
  if (counted.length === 0) return
  const rows = await countLinks(
    em,
    counted.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const rate of counted)
    for (const name of COUNTS) if (name in rate) Object.assign(rate, { [name]: byId.get(rate.id)?.[name] ?? 0 })
}

const COUNTS = ['product_count', 'product_type_count', 'shipping_option_count'] as const

const countLinks = statement<Record<(typeof COUNTS)[number], number> & CountedTaxRate>(`
  select id,
    (select count(*)::int from product_tax_rate link join product thing on thing.id = link.product_id
     where link.rate_id = rate.id and thing.deleted_at is null) as product_count,
    (select count(*)::int from product_type_tax_rate link join product_type thing on thing.id = link.product_type_id
     where link.rate_id = rate.id and thing.deleted_at is null) as product_type_count,
    (select count(*)::int from shipping_tax_rate link join shipping_option thing on thing.id = link.shipping_option_id
     where link.rate_id = rate.id and thing.deleted_at is null) as shipping_option_count
  from unnest($1::text[]) rate (id)`)
