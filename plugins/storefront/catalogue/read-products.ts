import type { Product } from '../api.ts'
import { withPreviewedPrices } from '../preview/read-preview.ts'
import type { Visit } from '../site/visit.ts'

/** The columns and relations of a product card. */
const CARD = { fields: 'id,title,subtitle,handle,thumbnail', expand: 'variants' }

type Filters = Omit<NonNullable<Parameters<Visit['store']['products']['list']>[0]>, 'fields' | 'expand' | 'region_id'>

/** Products for cards, with the prices of the market. */
export async function readCards(
  visit: Pick<Visit, 'store' | 'market' | 'pictures' | 'admin' | 'preview'>,
  filters: Filters,
): Promise<{ products: Product[]; count: number }> {
  const { store, market, pictures } = visit
  const { products, count } = await store.products.list({ ...CARD, ...filters, region_id: market.region.id })
  await pictures.load(products.map(({ thumbnail }) => thumbnail))
  return { products: await withPreviewedPrices(visit, products), count: count ?? 0 }
}
