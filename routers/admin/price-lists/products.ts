import { z } from 'zod'
import { PRODUCT_STATUSES } from '#entities/product/product.ts'
import { rest } from '../../meta.ts'
import { equal, within } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import { related, searchProducts } from '../../schemas/product-conditions.ts'
import {
  dateFilter,
  ordering,
  paging,
  queryBoolean,
  queryList,
  queryOneOrList,
  queryOneOrMany,
  selecting,
} from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { PricedProductResource } from '../../schemas/resources/priced-product.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { view } from '../products/read-product.ts'

const filters = {
  id: queryOneOrList.optional(),
  q: z.string().optional(),
  status: queryOneOrMany(z.enum(PRODUCT_STATUSES)).optional(),
  collection_id: queryList(z.string()).optional(),
  tags: queryList(z.string()).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  handle: z.string().optional(),
  is_giftcard: queryBoolean.optional(),
  type: z.string().optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
}

export const products = router({
  listProducts: adminProcedure
    // The path says `price_list_id` because `id` asks for products.
    .meta(rest('GET', '/price-lists/{price_list_id}/products', 'List the products that a price list has prices of'))
    .input(z.strictObject({ price_list_id: z.string(), ...paging(50), ...ordering, ...selecting, ...filters }))
    .output(listAnswer('products', PricedProductResource))
    .query(async ({ ctx, input }) => {
      const { price_list_id, id, q, status, collection_id, tags, title, description, handle, is_giftcard } = input
      const { type: type_id, created_at, updated_at, deleted_at } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        only: { 'variants.prices': { price_list_id: [null, price_list_id] } },
        withDeleted: deleted_at !== undefined,
        where: [
          { variants: { $some: { deleted_at: null, prices: { $some: { deleted_at: null, price_list_id } } } } },
          equal({ id, status, collection_id, title, description, handle, is_giftcard, type_id }),
          searchProducts(q),
          related('tags', tags),
          within({ created_at, updated_at, deleted_at }),
        ],
      })
      return { products: rows, ...page }
    }),
})
