import { NotFound } from 'cartwright'
import type { Product, Variant } from '../api.ts'
import { RELATIONS, readPreviewedProduct } from '../preview/read-preview.ts'
import type { Visit } from '../site/visit.ts'
import { withRating } from './read-products.ts'

const FIELDS =
  'id,title,subtitle,description,seo_title,seo_description,handle,thumbnail,material,origin_country,weight,collection_id,is_giftcard'

/** A product with everything that its page shows. @throws NotFound. */
export async function readProduct(visit: Visit, handle: string): Promise<Product> {
  const found = visit.preview ? await readPreviewedProduct(visit, handle) : await readPublished(visit, handle)
  const { thumbnail, images = [], variants = [] } = found
  const addresses = [thumbnail, ...images.map(({ url }) => url), ...variants.map((variant) => variant.thumbnail)]
  await Promise.all([visit.pictures.load(addresses), visit.wishes.load()])
  return found
}

async function readPublished(visit: Visit, handle: string): Promise<Product> {
  const product = await findProduct(visit, handle, RELATIONS)
  // The lowest price of 30 days changes with the time, so the shop cannot send such a page again.
  const isReduced = product?.variants?.some(costsLess)
  const found = isReduced ? await findProduct(visit, handle, `${RELATIONS},variants.lowest_price`) : product
  if (!found) throw new NotFound('This product does not exist')
  return found
}

const costsLess = ({ calculated_price, original_price }: Variant): boolean =>
  calculated_price !== null && original_price !== null && calculated_price < original_price

async function findProduct(visit: Visit, handle: string, expand: string): Promise<Product | undefined> {
  const { store, market } = visit
  const { products } = await store.products.list({
    ...{ handle, limit: 1, region_id: market.region.id, fields: withRating(visit, FIELDS), expand },
  })
  return products[0]
}
