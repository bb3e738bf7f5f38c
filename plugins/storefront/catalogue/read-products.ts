import type { Product } from '../api.ts'
import { withPreviewedPrices } from '../preview/read-preview.ts'
import type { Visit } from '../site/visit.ts'

/** The columns and relations of a product card. */
const CARD = { fields: 'id,title,subtitle,handle,thumbnail', expand: 'variants' }

/** With reviews, products have these fields. */
export const withRating = ({ store }: Pick<Visit, 'store'>, fields: string): string =>
  store.reviews ? `${fields},rating,review_count` : fields

type Filters = Omit<NonNullable<Parameters<Visit['store']['products']['list']>[0]>, 'fields' | 'expand' | 'region_id'>

/** Products for cards, with the prices of the market. */
export async function readCards(
  visit: Pick<Visit, 'store' | 'market' | 'pictures' | 'wishes' | 'admin' | 'preview'>,
  filters: Filters,
): Promise<{ products: Product[]; count: number }> {
  const { store, market, pictures } = visit
  const fields = withRating(visit, CARD.fields)
  const { products, count } = await store.products.list({ ...CARD, ...filters, fields, region_id: market.region.id })
  await Promise.all([pictures.load(products.map(({ thumbnail }) => thumbnail)), visit.wishes.load()])
  return { products: await withPreviewedPrices(visit, products), count: count ?? 0 }
}
