import { z } from 'zod'
import { findPriceSetting } from '#entities/cart/line-item/find-price-setting.ts'
import { Timestamp } from '#entities/values/time-input.ts'
import { rest } from '../context/meta.ts'
import { priceContext } from '../inputs/price-context.ts'
import { booleanFilter, numberFilter, queryOneOrList } from '../inputs/query.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { mergeRouters, router } from '../procedures/trpc.ts'
import { equalTo, inRange, searchText } from '../reading/conditions.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { PRICE_COLUMNS, PricedVariantResource } from '../resources/priced-product.ts'
import { fillPrices } from '../resources/variant-prices.ts'
import { fillVariantStock } from '../resources/variant-stock.ts'
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
  ...priceContext,
  customer_id: z.string().optional(),
  /** The time of the prices, such as the start of a price list. */
  prices_at: Timestamp.optional(),
}

const variantReads = router({
  list: adminList('variants', { ...view, defaults: calculatedPriceDefaults }, filters, { fields: 'variant' })
    .meta(rest('GET', '/variants', 'List variants', { allowsStaleReads: true }))
    .query(({ input }) => {
      const { q, id, title, inventory_quantity, manage_inventory, allow_backorder } = input
      return {
        where: [
          equalTo({ id, title, manage_inventory, allow_backorder }),
          inRange({ inventory_quantity }),
          searchText(q, ['product.title', 'title', 'sku']),
        ],
        async fill(ctx, rows) {
          const setting = await findPriceSetting(ctx.em, input)
          await fillPrices(ctx, rows, { ...setting, ...(input.prices_at && { at: input.prices_at }) })
          return fillVariantStock(ctx, rows)
        },
      }
    }),

  get: adminGet(
    rowAnswer('variant', { ...view, defaults: ownPriceDefaults, fill: fillVariantStock }),
    rest('GET', '/variants/{id}', 'Retrieve a variant'),
  ),
})

export const variants = mergeRouters(variantReads, variantInventory)
