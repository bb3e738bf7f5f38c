import { z } from 'zod'
import type { PriceSetting } from '#entities/catalogue/product/price-setting.ts'
import { FacetsSchema } from '#entities/catalogue/search/facets.ts'
import { findProducts } from '#entities/catalogue/search/find-products.ts'
import { findPublishedProducts } from '#entities/catalogue/search/find-published-products.ts'
import { InvalidData } from '#entities/errors.ts'
import { findVisibleChannels, scopeOfKey } from '#entities/market/publishable-api-key/key-scope.ts'
import { shopOf } from '#entities/shop.ts'
import { rest } from '../context/meta.ts'
import { productSearch } from '../inputs/product-search.ts'
import { catalogueProcedure } from '../procedures/trpc.ts'
import { listRows } from '../reading/list-rows.ts'
import { responseSchema } from '../reading/resource.ts'
import { StoreProductResource } from '../resources/store-product.ts'
import { fillPrices, readStoreSetting } from '../resources/variant-prices.ts'
import { fillStock } from '../resources/variant-stock.ts'
import { storeProductView } from './product-view.ts'

export const searchProducts = catalogueProcedure
  .meta(
    rest('POST', '/products/search', 'Search published products', {
      takesPublishableKey: true,
    }),
  )
  .input(productSearch)
  .output(responseSchema({ hits: z.array(StoreProductResource), facets: FacetsSchema.optional() }))
  .query(async ({ ctx, input }) => {
    const { em, request, dependencies } = ctx
    const { q, limit, offset, facets: requested = [], price_bounds = [] } = input
    const filter = input.filter ?? {}
    // The version does not cover the data of a search provider.
    if (shopOf(em).search) dependencies?.refuseReuse()
    const setting = await readStoreSetting(ctx, input)
    if (filter.price || requested.includes('price')) assertHasCurrency(setting)
    const channels = findVisibleChannels(await scopeOfKey(em, request.publishableKey), undefined)
    const bounds = [...new Set(price_bounds)].sort((a, b) => a - b)
    const { chain = [], code: locale = null } = ctx.response.language ?? {}
    const { ids, facets } = await findProducts(em, {
      ...{ words: q ?? '', filter, facets: [...new Set(requested)], price_bounds: bounds },
      ...{ channels, chain, locale, setting, limit, offset },
    })
    const { rows } = await listRows(
      em,
      { limit: ids.length, offset: 0 },
      {
        ...storeProductView,
        page: async (span) => ({
          keys: await findPublishedProducts(em, { filter: { id: ids }, channels }, span),
          count: ids.length,
        }),
      },
    )
    const variants = rows.flatMap((product) => product.variants ?? [])
    await fillPrices(ctx, variants, setting)
    await fillStock(ctx, variants, channels ?? 'default')
    const productsById = new Map(rows.map((product) => [product.id, product]))
    return { hits: ids.flatMap((id) => productsById.get(id) ?? []), ...(facets && { facets }) }
  })

export function assertHasCurrency({ currency }: PriceSetting): void {
  if (!currency) throw new InvalidData('Prices need region_id, currency_code or cart_id')
}
