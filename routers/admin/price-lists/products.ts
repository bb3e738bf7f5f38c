import { z } from 'zod'
import { rest } from '../../context/meta.ts'
import { adminList } from '../../procedures/row-list.ts'
import { router } from '../../procedures/trpc.ts'
import { equalTo } from '../../reading/conditions.ts'
import { listConditions, listFilters } from '../products/product-filters.ts'
import { productReadOptions } from '../products/read-product.ts'

const filters = { price_list_id: z.string(), ...listFilters, type: z.string().optional() }

export const products = router({
  // The parameter has the name `price_list_id`, because `id` filters products.
  listProducts: adminList('products', productReadOptions, filters, { pageSize: 50 })
    .meta(rest('GET', '/price-lists/{price_list_id}/products', 'List the products of a price list'))
    .query(({ input }) => {
      const { price_list_id, type: type_id } = input
      return {
        only: { 'variants.prices': { price_list_id: [null, price_list_id] } },
        where: [
          { variants: { $some: { deleted_at: null, prices: { $some: { deleted_at: null, price_list_id } } } } },
          ...listConditions(input),
          equalTo({ type_id }),
        ],
      }
    }),
})
