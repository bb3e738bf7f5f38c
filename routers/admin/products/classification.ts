import { z } from 'zod'
import { mostUsedTags } from '#entities/catalogue/product/classification.ts'
import { findDeletedProducts } from '#entities/catalogue/product/deleted-products.ts'
import { rest } from '../../context/meta.ts'
import { emptyInput } from '../../inputs/common.ts'
import { adminAll } from '../../procedures/all-rows.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { ProductTypeResource } from '../../resources/product.ts'

const TagUsage = z.object({ id: z.string(), usage_count: z.string(), value: z.string() })

const DeletedProduct = z.object({
  id: z.string(),
  title: z.string(),
  thumbnail: z.string().nullable(),
  deleted_at: z.date(),
  variant_count: z.int(),
})

export const classification = router({
  listTypes: adminAll('types', ProductTypeResource, rest('GET', '/products/types', 'List all product types')),

  listTagUsage: adminProcedure
    .meta(rest('GET', '/products/tag-usage', 'List the most used product tags'))
    .input(emptyInput)
    .output(z.object({ tags: z.array(TagUsage) }))
    .query(async ({ ctx }) => ({ tags: await mostUsedTags(ctx.em) })),

  listDeleted: adminProcedure
    .meta(rest('GET', '/products/deleted', 'List the products that can be restored'))
    .input(emptyInput)
    .output(z.object({ products: z.array(DeletedProduct) }))
    .query(async ({ ctx }) => ({ products: await findDeletedProducts(ctx.em) })),
})
