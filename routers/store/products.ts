import { z } from 'zod'
import { PUBLIC_CATEGORIES } from '#entities/catalogue/category/product-category.ts'
import { findProducts } from '#entities/catalogue/search/find-products.ts'
import { findVisibleChannels, scopeOfKey } from '#entities/market/publishable-api-key/key-scope.ts'
import { inCategories, searchProducts as mentions, relatedTo, soldInChannels } from '../filters/product-conditions.ts'
import { fieldConditions, withFieldFilters } from '../inputs/field-inputs.ts'
import {
  dateFilter,
  MAX_STORE_LIMIT,
  orderingBy,
  queryBoolean,
  queryList,
  queryOneOrList,
  selectionParams,
  storePaging,
} from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { equalTo, inRange } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { StoreProductResource } from '../resources/store-product.ts'
import { fillStorePrices, priceContext } from '../resources/variant-prices.ts'
import { openProcedure, router } from '../trpc.ts'
import { notVisibleError } from './product-visibility.ts'

const SORTABLE = [
  ...['id', 'title', 'subtitle', 'handle', 'external_id', 'is_giftcard', 'discountable', 'collection_id', 'type_id'],
  ...['weight', 'length', 'height', 'width', 'material', 'origin_country', 'created_at', 'updated_at'],
]

const view = {
  resource: StoreProductResource,
  defaults: {
    relations: [
      'variants.prices',
      'variants.options',
      'options.values',
      'images',
      'tags',
      'collection',
      'type',
      'profiles',
      'categories',
    ],
    strictFields: true,
  },
}

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
}

const searchPage = {
  offset: z.int().min(0).prefault(0),
  limit: z.int().min(0).max(MAX_STORE_LIMIT).prefault(20),
}

const optionalIds = z.array(z.string()).optional()
const searchFilter = z.strictObject({ collection_id: optionalIds, type_id: optionalIds, tags: optionalIds })

export const products = router({
  list: openProcedure
    .meta(
      rest('GET', '/products', 'List published products with prices', {
        allowsStaleReads: true,
        takesPublishableKey: true,
      }),
    )
    .input(
      withFieldFilters('product', {
        ...{ ...storePaging(100), ...orderingBy(SORTABLE), ...selectionParams },
        ...{ ...filters, ...priceContext },
      }).prefault({}),
    )
    .output(listResponseSchema('products', StoreProductResource))
    .query(async ({ ctx, input }) => {
      const { id, collection_id, type_id, title, description, handle, is_giftcard, created_at, updated_at } = input
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        sortable: SORTABLE,
        where: [
          soldInChannels(findVisibleChannels(scope, input.sales_channel_id)),
          mentions(input.q),
          equalTo({ id, collection_id, type_id, title, description, handle, is_giftcard }),
          relatedTo('tags', input.tags),
          inCategories(input, PUBLIC_CATEGORIES),
          inRange({ created_at, updated_at }),
          ...fieldConditions('product', input),
        ],
      })
      await fillStorePrices(
        ctx,
        rows.flatMap((product) => product.variants ?? []),
        input,
      )
      return { products: rows, ...page }
    }),

  get: openProcedure
    .meta(
      rest('GET', '/products/{id}', 'Retrieve a published product with prices', {
        allowsStaleReads: true,
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
      const where = [{ id }, soldInChannels(findVisibleChannels(scope, sales_channel_id))]
      const product = await readRow(ctx.em, input, { ...view, where })
      if (!product) throw await notVisibleError(ctx.em, { thing: 'Product', id, scope })
      await fillStorePrices(ctx, product.variants ?? [], input)
      return { product }
    }),

  search: openProcedure
    .meta(
      rest('POST', '/products/search', 'Search published products', {
        allowsStaleReads: true,
        takesPublishableKey: true,
      }),
    )
    .input(z.strictObject({ q: z.string().nullish(), ...searchPage, filter: searchFilter.nullish() }).prefault({}))
    .output(responseSchema({ hits: z.array(StoreProductResource) }))
    .query(async ({ ctx, input }) => {
      const { q, limit, offset, filter } = input
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const channels = findVisibleChannels(scope, undefined)
      const ids = await findProducts(ctx.em, { ...filter, channels, words: q ?? '', limit, offset })
      const { rows } = await listRows(
        ctx.em,
        { limit: ids.length, offset: 0 },
        { ...view, where: [equalTo({ id: ids }), soldInChannels(channels)] },
      )
      await fillStorePrices(
        ctx,
        rows.flatMap((product) => product.variants ?? []),
        {},
      )
      const productsById = new Map(rows.map((product) => [product.id, product]))
      return { hits: ids.flatMap((id) => productsById.get(id) ?? []) }
    }),
})
