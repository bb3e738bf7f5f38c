import type { FacetRow } from './count-facets.ts'
import type { Facets } from './facets.ts'

type FacetColumns = Omit<Facets, 'price'> & { price?: PriceColumn }

interface PriceColumn {
  min: number | null
  max: number | null
  /** Number of products by range. Range 0 is below the first bound. */
  counts: Readonly<Record<string, number>>
}

export function readFacets({ facets }: FacetRow, bounds: readonly number[]): Facets {
  const { price, ...others } = facets as FacetColumns
  return price ? { ...others, price: priceFacet(price, bounds) } : others
}

function priceFacet({ min, max, counts }: PriceColumn, bounds: readonly number[]): NonNullable<Facets['price']> {
  if (bounds.length === 0) return { min, max, ranges: [] }
  const ranges = [...bounds, undefined].map((lt, i) => ({
    ...(i > 0 && { gte: bounds[i - 1] }),
    ...(lt !== undefined && { lt }),
    count: counts[i] ?? 0,
  }))
  return { min, max, ranges }
}
