import { NotFound } from 'cartwright'
import type { Product } from '../api.ts'
import type { Visit } from '../site/visit.ts'

/** A product with everything that its page shows. @throws NotFound. */
export async function readProduct({ store, market }: Visit, handle: string): Promise<Product> {
  const { products } = await store.products.list({
    ...{ handle, limit: 1, region_id: market.region.id },
    fields: 'id,title,subtitle,description,handle,thumbnail,material,origin_country,weight,collection_id,is_giftcard',
    expand: 'variants.options,variants.lowest_price,options.values,images,categories,collection',
  })
  const [product] = products
  if (!product) throw new NotFound('This product does not exist')
  return product
}
