import { z } from 'zod'
import { ProductVariant } from '#entities/product/product-variant.ts'
import { channelsToShow, scopeOfKey } from '#entities/publishable-api-key/key-scope.ts'
import { rest } from '../meta.ts'
import { equal, within } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { offered } from '../schemas/product-conditions.ts'
import { numberFilter, paging, queryOneOrList, selecting } from '../schemas/query.ts'
import { answer, nextCursor } from '../schemas/resource.ts'
import { PRICE_COLUMNS } from '../schemas/resources/priced-product.ts'
import { StoreVariantResource } from '../schemas/resources/store-product.ts'
import { fillStorePrices, priceContext } from '../schemas/variant-prices.ts'
import { openProcedure, router } from '../trpc.ts'
import { notShown } from './not-shown.ts'

const view = {
  entity: ProductVariant,
  resource: StoreVariantResource,
  defaults: { relations: ['prices', 'options', 'product'], always: PRICE_COLUMNS },
}

const where = { ...priceContext, sales_channel_id: z.string().optional() }

const filters = {
  /** With commas between them. */
  ids: z.string().optional(),
  id: queryOneOrList.optional(),
  title: queryOneOrList.optional(),
  inventory_quantity: numberFilter.optional(),
}

export const variants = router({
  list: openProcedure
    .meta(
      rest('GET', '/variants', 'List the variants of published products, with their prices', {
        mayBeStale: true,
        takesPublishableKey: true,
      }),
    )
    .input(z.strictObject({ ...paging(100), ...selecting, ...filters, ...where }).prefault({}))
    .output(answer({ variants: z.array(StoreVariantResource) }, nextCursor))
    .query(async ({ ctx, input }) => {
      const { ids, id, title, inventory_quantity, sales_channel_id } = input
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const { rows, next_cursor } = await listRows(ctx.em, input, {
        ...view,
        where: [
          { product: offered(channelsToShow(scope, sales_channel_id)) },
          equal({ id: ids?.split(',') }),
          equal({ id, title }),
          within({ inventory_quantity }),
        ],
      })
      await fillStorePrices(ctx, rows, input)
      return { variants: rows, next_cursor }
    }),

  get: openProcedure
    .meta(
      rest('GET', '/variants/{id}', 'Read a variant of a published product, with its prices', {
        mayBeStale: true,
        takesPublishableKey: true,
      }),
    )
    .input(z.strictObject({ id: z.string(), ...selecting, ...where }))
    .output(answer({ variant: StoreVariantResource }))
    .query(async ({ ctx, input }) => {
      const { id, sales_channel_id } = input
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const where = [{ id }, { product: offered(channelsToShow(scope, sales_channel_id)) }]
      const variant = await readRow(ctx.em, input, { ...view, where })
      if (!variant) throw await notShown(ctx.em, { thing: 'Variant', id, scope })
      await fillStorePrices(ctx, [variant], input)
      return { variant }
    }),
})
