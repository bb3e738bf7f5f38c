import { z } from 'zod'
import { findVisibleChannels, scopeOfKey } from '#entities/market/publishable-api-key/key-scope.ts'
import type { Reader } from '../context/dependencies.ts'
import { rest } from '../context/meta.ts'
import { fieldConditions, withFieldFilters } from '../filters/field-inputs.ts'
import { soldInChannels } from '../filters/product-conditions.ts'
import { inStock } from '../filters/stock-conditions.ts'
import { priceContext } from '../inputs/price-context.ts'
import { numberFilter, queryOneOrList, selectionParams, storePaging } from '../inputs/query.ts'
import { catalogueProcedure, router } from '../procedures/trpc.ts'
import { equalTo } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { nextCursor, responseSchema } from '../reading/resource.ts'
import { PRICE_COLUMNS } from '../resources/priced-product.ts'
import { StoreVariantResource, type StoreVariantView } from '../resources/store-product.ts'
import { fillStorePrices } from '../resources/variant-prices.ts'
import { fillStock } from '../resources/variant-stock.ts'
import { notVisibleError } from './product-visibility.ts'

const view = {
  resource: StoreVariantResource,
  defaults: { relations: ['prices', 'options', 'product'], alwaysColumns: PRICE_COLUMNS },
}

const where = { ...priceContext, sales_channel_id: z.string().optional() }

const filters = {
  /** Comma-separated variant IDs. */
  ids: z.string().optional(),
  id: queryOneOrList.optional(),
  title: queryOneOrList.optional(),
  inventory_quantity: numberFilter.optional(),
}

/** A caller can expand the other variants of the product, which also show their stock. */
const trackSiblings = ({ dependencies }: Reader, rows: readonly StoreVariantView[]): void =>
  dependencies?.addStock(rows.flatMap(({ product }) => product?.variants ?? []))

export const variants = router({
  list: catalogueProcedure
    .meta(
      rest('GET', '/variants', 'List the variants of published products with prices', {
        takesPublishableKey: true,
      }),
    )
    .input(
      withFieldFilters(['variant', 'public'], {
        ...storePaging(100),
        ...selectionParams,
        ...filters,
        ...where,
      }).prefault({}),
    )
    .output(responseSchema({ variants: z.array(StoreVariantResource) }, nextCursor))
    .query(async ({ ctx, input }) => {
      const { ids, id, title, inventory_quantity, sales_channel_id } = input
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const channels = findVisibleChannels(scope, sales_channel_id)
      const { rows, next_cursor } = await listRows(ctx.em, input, {
        ...view,
        hasCount: false,
        where: [
          { product: soldInChannels(channels) },
          equalTo({ id: ids?.split(',') }),
          equalTo({ id, title }),
          await inStock(ctx, inventory_quantity, channels ?? 'default'),
          ...fieldConditions('variant', input),
        ],
      })
      await fillStorePrices(ctx, rows, input)
      await fillStock(ctx, rows, channels ?? 'default')
      trackSiblings(ctx, rows)
      return { variants: rows, next_cursor }
    }),

  get: catalogueProcedure
    .meta(
      rest('GET', '/variants/{id}', 'Retrieve a variant of a published product with prices', {
        takesPublishableKey: true,
      }),
    )
    .input(z.strictObject({ id: z.string(), ...selectionParams, ...where }))
    .output(responseSchema({ variant: StoreVariantResource }))
    .query(async ({ ctx, input }) => {
      const { id, sales_channel_id } = input
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const channels = findVisibleChannels(scope, sales_channel_id)
      const where = [{ id }, { product: soldInChannels(channels) }]
      const variant = await readRow(ctx.em, input, { ...view, where })
      if (!variant) throw await notVisibleError(ctx.em, { thing: 'Variant', id, scope })
      await fillStorePrices(ctx, [variant], input)
      await fillStock(ctx, [variant], channels ?? 'default')
      trackSiblings(ctx, [variant])
      return { variant }
    }),
})
