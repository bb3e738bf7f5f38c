import { z } from 'zod'
import { orderParams, pagingParams, selectionParams } from '../../inputs/query.ts'
import { rest } from '../../meta.ts'
import { equalTo } from '../../reading/conditions.ts'
import { listRows } from '../../reading/list-rows.ts'
import { listResponseSchema } from '../../reading/resource.ts'
import { PricedProductResource } from '../../resources/priced-product.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { listConditions, listFilters } from '../products/product-filters.ts'
import { productReadOptions } from '../products/read-product.ts'

export const products = router({
  listProducts: adminProcedure
    // The parameter has the name `price_list_id`, because `id` filters products.
    .meta(rest('GET', '/price-lists/{price_list_id}/products', 'List the products of a price list'))
    .input(
      z.strictObject({
        price_list_id: z.string(),
        ...pagingParams(50),
        ...orderParams,
        ...selectionParams,
        ...listFilters,
        type: z.string().optional(),
      }),
    )
    .output(listResponseSchema('products', PricedProductResource))
    .query(async ({ ctx, input }) => {
      const { price_list_id, type: type_id } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...productReadOptions,
        only: { 'variants.prices': { price_list_id: [null, price_list_id] } },
        withDeleted: input.deleted_at !== undefined,
        where: [
          { variants: { $some: { deleted_at: null, prices: { $some: { deleted_at: null, price_list_id } } } } },
          ...listConditions(input),
          equalTo({ type_id }),
        ],
      })
      return { products: rows, ...page }
    }),
})
