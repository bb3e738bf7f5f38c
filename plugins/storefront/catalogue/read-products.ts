import type { Product } from '../api.ts'
import { withPreviewedPrices } from '../preview/read-preview.ts'
import type { Visit } from '../site/visit.ts'

/** The columns and relations of a product card. */
const CARD = { fields: 'id,title,subtitle,handle,thumbnail', expand: 'variants,options.values' }

/** With reviews, products have these fields. */
export const withRating = ({ store }: Pick<Visit, 'store'>, fields: string): string =>
  store.reviews ? `${fields},rating,review_count` : fields

type Filters = Omit<NonNullable<Parameters<Visit['store']['products']['list']>[0]>, 'fields' | 'expand' | 'region_id'>

type CardReader = Pick<Visit, 'store' | 'market' | 'pictures' | 'wishes' | 'admin' | 'preview'>

/** Products for cards, with the prices of the market. */
export async function readCards(visit: CardReader, filters: Filters): Promise<{ products: Product[]; count: number }> {
  const { store, market } = visit
  const fields = withRating(visit, CARD.fields)
  const { products, count } = await store.products.list({ ...CARD, ...filters, fields, region_id: market.region.id })
  return { products: await withCardData(visit, products), count: count ?? 0 }
}

/** Loads the pictures and wishes of found products. Returns them with the prices of the preview. */
export async function withCardData(visit: CardReader, products: readonly Product[]): Promise<Product[]> {
  await Promise.all([visit.pictures.load(products.map(({ thumbnail }) => thumbnail)), visit.wishes.load()])
  return withPreviewedPrices(visit, products)
}
