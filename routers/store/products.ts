import { z } from 'zod'
import { PUBLIC_CATEGORIES } from '#entities/catalogue/category/product-category.ts'
import { fewPublishedProducts } from '#entities/catalogue/search/find-published-products.ts'
import { findVisibleChannels, scopeOfKey } from '#entities/market/publishable-api-key/key-scope.ts'
import { rest } from '../context/meta.ts'
import { fieldConditions, withFieldFilters } from '../filters/field-inputs.ts'
import {
  inCategories,
  pricedIn,
  searchProducts as searchText,
  soldInChannels,
  withOptions,
} from '../filters/product-conditions.ts'
import { priceContext } from '../inputs/price-context.ts'
import { facetFilters } from '../inputs/product-search.ts'
import {
  dateFilter,
  orderingBy,
  queryBoolean,
  queryList,
  queryOneOrList,
  selectionParams,
  storePaging,
} from '../inputs/query.ts'
import { catalogueProcedure, router } from '../procedures/trpc.ts'
import { equalTo, inRange, relatedTo } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { StoreProductResource } from '../resources/store-product.ts'
import { fillPrices, fillStorePrices, readStoreSetting } from '../resources/variant-prices.ts'
import { fillStock } from '../resources/variant-stock.ts'
import { storeProductView } from './product-view.ts'
import { notVisibleError } from './product-visibility.ts'
import { publishedProductsPage } from './published-products-page.ts'
import { assertHasCurrency, searchProducts } from './search-products.ts'

const SORTABLE = [
  ...['id', 'title', 'subtitle', 'handle', 'external_id', 'is_giftcard', 'discountable', 'collection_id', 'type_id'],
  ...['weight', 'length', 'height', 'width', 'material', 'origin_country', 'created_at', 'updated_at'],
]

const ids = queryList(z.string()).optional()

const filters = {
  q: z.string().optional(),
  id: queryOneOrList.optional(),
  sales_channel_id: ids,
  category_id: ids,
  include_category_children: queryBoolean.optional(),
  collection_id: ids,
  type_id: ids,
  tags: ids,
  title: z.string().optional(),
  description: z.string().optional(),
  handle: z.string().optional(),
  is_giftcard: queryBoolean.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  ...facetFilters,
}

export const products = router({
  list: catalogueProcedure
    .meta(
      rest('GET', '/products', 'List published products with prices', {
        takesPublishableKey: true,
      }),
    )
    .input(
      withFieldFilters(['product', 'public'], {
        ...{ ...storePaging(100), ...orderingBy(SORTABLE), ...selectionParams },
        ...{ ...filters, ...priceContext },
      }).prefault({}),
    )
    .output(listResponseSchema('products', StoreProductResource))
    .query(async ({ ctx, input }) => {
      const { id, collection_id, type_id, title, description, handle, is_giftcard, created_at, updated_at } = input
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const setting = input.price && (await readStoreSetting(ctx, input))
      if (setting) assertHasCurrency(setting)
      const channels = findVisibleChannels(scope, input.sales_channel_id)
      const filter = { id, collection_id, type_id, handle }
      const { language } = ctx.response
      const { chain = [] } = language ?? {}
      const others = [
        searchText(input.q, chain),
        equalTo({ title, description, is_giftcard }),
        relatedTo('tags', input.tags),
        inCategories(input, PUBLIC_CATEGORIES),
        inRange({ created_at, updated_at }),
        withOptions(input.options, chain),
        setting && pricedIn(input.price, setting),
        ...fieldConditions('product', input),
      ]
      const chosen = [equalTo(filter), ...others]
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...storeProductView,
        sortable: SORTABLE,
        language,
        isFiltered: chosen.some((condition) => condition !== undefined),
        isSearch: setting !== undefined,
        where: [soldInChannels(channels), ...chosen],
        page: others.every((condition) => condition === undefined)
          ? publishedProductsPage(ctx, { filter, channels })
          : undefined,
      })
      const variants = rows.flatMap((product) => product.variants ?? [])
      if (setting) await fillPrices(ctx, variants, setting)
      else await fillStorePrices(ctx, variants, input)
      await fillStock(ctx, variants, channels ?? 'default')
      return { products: rows, ...page }
    }),

  get: catalogueProcedure
    .meta(
      rest('GET', '/products/{id}', 'Retrieve a published product with prices', {
        takesPublishableKey: true,
      }),
    )
    .input(
      z.strictObject({ id: z.string(), sales_channel_id: z.string().optional(), ...selectionParams, ...priceContext }),
    )
    .output(responseSchema({ product: StoreProductResource }))
    .query(async ({ ctx, input }) => {
      const { id, sales_channel_id } = input
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const channels = findVisibleChannels(scope, sales_channel_id)
      const page = fewPublishedProducts({ filter: { id }, channels }, { limit: 1, offset: 0 })
      const product = await readRow(ctx.em, input, { ...storeProductView, page: { ...page, count: 'select 0' } })
      if (!product) throw await notVisibleError(ctx.em, { thing: 'Product', id, scope })
      await fillStorePrices(ctx, product.variants ?? [], input)
      await fillStock(ctx, product.variants ?? [], channels ?? 'default')
      return { product }
    }),

  search: searchProducts,
})
