import { NotFound } from 'cartwright'
import type { Product, Variant } from '../api.ts'
import type { Visit } from '../site/visit.ts'

type Previewer = Pick<Visit, 'admin' | 'market' | 'preview'>

/** What the page of a product shows. */
export const RELATIONS = 'variants.options,options.values,images,categories,collection'

/** A product with its prices, also a draft. @throws NotFound. */
export async function readPreviewedProduct(visit: Previewer, handle: string): Promise<Product> {
  const { products = [] } = (await visit.admin?.products.list({ handle, limit: 1, expand: RELATIONS })) ?? {}
  const [found] = products
  if (!found) throw new NotFound('This product does not exist')
  const variants = (found.variants ?? []).map(({ product, ...variant }) => variant)
  const [product] = await withPreviewedPrices(visit, [{ ...found, variants }])
  return product ?? { ...found, variants }
}

/** The products with the prices of the time of the preview. */
export async function withPreviewedPrices(
  { admin, preview, market }: Previewer,
  products: readonly Product[],
): Promise<Product[]> {
  const ids = products.flatMap(({ variants = [] }) => variants.map(({ id }) => id))
  if (!admin || !preview || ids.length === 0) return [...products]
  const { variants } = await admin.variants.list({
    ...{ id: ids, region_id: market.region.id, limit: 1000, expand: '' },
    ...(preview.at && { prices_at: preview.at }),
  })
  const prices = new Map(variants.map(({ id, ...variant }) => [id, pricesOf(variant)]))
  return products.map((product) => ({
    ...product,
    variants: (product.variants ?? []).map((variant) => ({ ...variant, ...prices.get(variant.id) })),
  }))
}

type Prices = Pick<
  Variant,
  'calculated_price' | 'original_price' | 'calculated_price_incl_tax' | 'original_price_incl_tax'
>

const pricesOf = (variant: Prices): Prices => ({
  calculated_price: variant.calculated_price,
  original_price: variant.original_price,
  calculated_price_incl_tax: variant.calculated_price_incl_tax,
  original_price_incl_tax: variant.original_price_incl_tax,
})
