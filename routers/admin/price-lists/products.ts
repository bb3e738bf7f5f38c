import { z } from 'zod'
import { rest } from '../../meta.ts'
import { equal } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import { ordering, paging, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { PricedProductResource } from '../../schemas/resources/priced-product.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { filters, meeting } from '../products/filters.ts'
import { view } from '../products/read-product.ts'

export const products = router({
  listProducts: adminProcedure
    // The path says `price_list_id` because `id` asks for products.
    .meta(rest('GET', '/price-lists/{price_list_id}/products', 'List the products that a price list has prices of'))
    .input(
      z.strictObject({
        price_list_id: z.string(),
        ...paging(50),
        ...ordering,
        ...selecting,
        ...filters,
        type: z.string().optional(),
      }),
    )
    .output(listAnswer('products', PricedProductResource))
    .query(async ({ ctx, input }) => {
      const { price_list_id, type: type_id } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        only: { 'variants.prices': { price_list_id: [null, price_list_id] } },
        withDeleted: input.deleted_at !== undefined,
        where: [
          { variants: { $some: { deleted_at: null, prices: { $some: { deleted_at: null, price_list_id } } } } },
          ...meeting(input),
          equal({ type_id }),
        ],
      })
      return { products: rows, ...page }
    }),
})
