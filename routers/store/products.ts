import { z } from 'zod'
import { PUBLIC } from '#entities/category/product-category.ts'
import { Product } from '#entities/product/product.ts'
import { searchProducts } from '#entities/product/search-products.ts'
import { channelsToShow, scopeOfKey } from '#entities/publishable-api-key/key-scope.ts'
import { rest } from '../meta.ts'
import { equal, within } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { inCategories, searchProducts as mentions, offered, related } from '../schemas/product-conditions.ts'
import {
  dateFilter,
  MAX_LIMIT,
  ordering,
  paging,
  queryBoolean,
  queryList,
  queryOneOrList,
  selecting,
} from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { StoreProductResource } from '../schemas/resources/store-product.ts'
import { fillStorePrices, priceContext } from '../schemas/variant-prices.ts'
import { openProcedure, router } from '../trpc.ts'
import { notShown } from './not-shown.ts'

const view = {
  entity: Product,
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
  limit: z.int().min(0).max(MAX_LIMIT).prefault(20),
}

const some = z.array(z.string()).optional()
const searchFilter = z.strictObject({ collection_id: some, type_id: some, tags: some })

export const products = router({
  list: openProcedure
    .meta(
      rest('GET', '/products', 'List the published products, with their prices', {
        mayBeStale: true,
        takesPublishableKey: true,
      }),
    )
    .input(z.strictObject({ ...paging(100), ...ordering, ...selecting, ...filters, ...priceContext }).prefault({}))
    .output(listAnswer('products', StoreProductResource))
    .query(async ({ ctx, input }) => {
      const { id, collection_id, type_id, title, description, handle, is_giftcard, created_at, updated_at } = input
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        where: [
          offered(channelsToShow(scope, input.sales_channel_id)),
          mentions(input.q),
          equal({ id, collection_id, type_id, title, description, handle, is_giftcard }),
          related('tags', input.tags),
          inCategories(input, PUBLIC),
          within({ created_at, updated_at }),
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
      rest('GET', '/products/{id}', 'Read a published product, with its prices', {
        mayBeStale: true,
        takesPublishableKey: true,
      }),
    )
    .input(z.strictObject({ id: z.string(), sales_channel_id: z.string().optional(), ...selecting, ...priceContext }))
    .output(answer({ product: StoreProductResource }))
    .query(async ({ ctx, input }) => {
      const { id, sales_channel_id } = input
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const where = [{ id }, offered(channelsToShow(scope, sales_channel_id))]
      const product = await readRow(ctx.em, input, { ...view, where })
      if (!product) throw await notShown(ctx.em, { thing: 'Product', id, scope })
      await fillStorePrices(ctx, product.variants ?? [], input)
      return { product }
    }),

  search: openProcedure
    .meta(
      rest('POST', '/products/search', 'Find published products by words, the most fitting first', {
        mayBeStale: true,
        takesPublishableKey: true,
      }),
    )
    .input(z.strictObject({ q: z.string().nullish(), ...searchPage, filter: searchFilter.nullish() }).prefault({}))
    .output(answer({ hits: z.array(StoreProductResource) }))
    .query(async ({ ctx, input }) => {
      const { q, limit, offset, filter } = input
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const channels = channelsToShow(scope, undefined)
      const ids = await searchProducts(ctx.em, { ...filter, channels, words: q ?? '', limit, offset })
      const { rows } = await listRows(
        ctx.em,
        { limit: ids.length, offset: 0 },
        { ...view, where: [equal({ id: ids })] },
      )
      await fillStorePrices(
        ctx,
        rows.flatMap((product) => product.variants ?? []),
        {},
      )
      const found = new Map(rows.map((product) => [product.id, product]))
      return { hits: ids.flatMap((id) => found.get(id) ?? []) }
    }),
})
