import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { findPriceSetting } from '#entities/product/price-setting.ts'
import { ProductVariant } from '#entities/product/product-variant.ts'
import { rest } from '../meta.ts'
import { equal, search, within } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { booleanFilter, numberFilter, ordering, paging, queryOneOrList, selecting } from '../schemas/query.ts'
import { answer, countOfPage, nextCursor } from '../schemas/resource.ts'
import { PRICE_COLUMNS, PricedVariantResource } from '../schemas/resources/priced-product.ts'
import { fillPrices, priceContext } from '../schemas/variant-prices.ts'
import { adminProcedure, router } from '../trpc.ts'
import { OWN_PRICES } from './products/read-product.ts'

const view = {
  entity: ProductVariant,
  resource: PricedVariantResource,
  defaults: { relations: ['product', 'prices', 'options'], along: ['prices.price_list'] },
}

const withOwnPrices = { ...view.defaults, scopes: { prices: OWN_PRICES } }

const withWhatTheyCost = { ...view.defaults, always: PRICE_COLUMNS }

const filters = {
  q: z.string().optional(),
  id: queryOneOrList.optional(),
  title: queryOneOrList.optional(),
  inventory_quantity: numberFilter.optional(),
  manage_inventory: booleanFilter.optional(),
  allow_backorder: booleanFilter.optional(),
}

const prices = { ...priceContext, customer_id: z.string().optional() }

export const variants = router({
  list: adminProcedure
    .meta(rest('GET', '/variants', 'List the variants of all products', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(20), ...ordering, ...selecting, ...filters, ...prices }).prefault({}))
    .output(answer({ variants: z.array(PricedVariantResource), count: z.int() }, { ...countOfPage, ...nextCursor }))
    .query(async ({ ctx, input }) => {
      const { id, title, inventory_quantity, manage_inventory, allow_backorder } = input
      const { rows, count, next_cursor } = await listRows(ctx.em, input, {
        ...view,
        defaults: withWhatTheyCost,
        where: [
          equal({ id, title, manage_inventory, allow_backorder }),
          within({ inventory_quantity }),
          search(input.q, ['product.title', 'title', 'sku']),
        ],
      })
      await fillPrices(ctx.em, rows, await findPriceSetting(ctx.em, input))
      return { variants: rows, count, next_cursor }
    }),

  get: adminProcedure
    .meta(rest('GET', '/variants/{id}', 'Read a variant'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(answer({ variant: PricedVariantResource }))
    .query(async ({ ctx, input }) => {
      const variant = await readRow(ctx.em, input, { ...view, defaults: withOwnPrices, where: [{ id: input.id }] })
      if (!variant) throw new NotFound(`Variant with id: ${input.id} was not found`)
      return { variant }
    }),
})
