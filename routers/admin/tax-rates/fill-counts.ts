import type { EntityManager } from '@mikro-orm/postgresql'
import { countTaxedResources } from '#entities/market/tax/count-taxed-resources.ts'

const COUNTS = ['product_count', 'product_type_count', 'shipping_option_count'] as const

export async function fillCounts<Rate extends { id: string }>(
  { em }: { em: EntityManager },
  rates: Rate[],
): Promise<Rate[]> {
  const counted = rates.filter((rate) => COUNTS.some((name) => name in rate))
  if (counted.length === 0) return rates
  const ids = counted.map(({ id }) => id)
  const countsById = new Map((await countTaxedResources(em, ids)).map((counts) => [counts.id, counts]))
  for (const rate of counted)
    for (const name of COUNTS) if (name in rate) Object.assign(rate, { [name]: countsById.get(rate.id)?.[name] ?? 0 })
  return rates
}
