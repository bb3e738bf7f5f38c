import { z } from 'zod'
import { findPriceSetting } from '#entities/cart/line-item/find-price-setting.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../context/meta.ts'
import { fieldConditions, withFieldFilters } from '../filters/field-inputs.ts'
import { priceContext } from '../inputs/price-context.ts'
import {
  booleanFilter,
  numberFilter,
  orderParams,
  pagingParams,
  queryOneOrList,
  selectionParams,
} from '../inputs/query.ts'
import { adminProcedure, mergeRouters, router } from '../procedures/trpc.ts'
import { equalTo, inRange, searchText } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { PRICE_COLUMNS, PricedVariantResource } from '../resources/priced-product.ts'
import { fillPrices } from '../resources/variant-prices.ts'
import { fillStock } from '../resources/variant-stock.ts'
import { OWN_PRICES } from './products/read-product.ts'
import { variantInventory } from './variant-inventory.ts'

const view = {
  resource: PricedVariantResource,
  defaults: { relations: ['product', 'prices', 'options'], companionRelations: ['prices.price_list'] },
}

const ownPriceDefaults = { ...view.defaults, scopes: { prices: OWN_PRICES } }

const calculatedPriceDefaults = { ...view.defaults, alwaysColumns: PRICE_COLUMNS }

const filters = {
  q: z.string().optional(),
  id: queryOneOrList.optional(),
  title: queryOneOrList.optional(),
  inventory_quantity: numberFilter.optional(),
  manage_inventory: booleanFilter.optional(),
  allow_backorder: booleanFilter.optional(),
}

const prices = { ...priceContext, customer_id: z.string().optional() }

const variantReads = router({
  list: adminProcedure
    .meta(rest('GET', '/variants', 'List variants', { allowsStaleReads: true }))
    .input(
      withFieldFilters('variant', {
        ...pagingParams(20),
        ...orderParams,
        ...selectionParams,
        ...filters,
        ...prices,
      }).prefault({}),
    )
    .output(listResponseSchema('variants', PricedVariantResource))
    .query(async ({ ctx, input }) => {
      const { id, title, inventory_quantity, manage_inventory, allow_backorder } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        defaults: calculatedPriceDefaults,
        where: [
          equalTo({ id, title, manage_inventory, allow_backorder }),
          inRange({ inventory_quantity }),
          searchText(input.q, ['product.title', 'title', 'sku']),
          ...fieldConditions('variant', input),
        ],
      })
      await fillPrices(ctx, rows, await findPriceSetting(ctx.em, input))
      await fillStock(ctx, rows, 'all')
      return { variants: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/variants/{id}', 'Retrieve a variant'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(responseSchema({ variant: PricedVariantResource }))
    .query(async ({ ctx, input }) => {
      const variant = await readRow(ctx.em, input, { ...view, defaults: ownPriceDefaults, where: [{ id: input.id }] })
      if (!variant) throw new NotFound(`Variant with id: ${input.id} was not found`)
      await fillStock(ctx, [variant], 'all')
      return { variant }
    }),
})

export const variants = mergeRouters(variantReads, variantInventory)
