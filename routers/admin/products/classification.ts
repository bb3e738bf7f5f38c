import { z } from 'zod'
import { mostUsedTags } from '#entities/product/classification.ts'
import { ProductType } from '#entities/product/product-type.ts'
import { rest } from '../../meta.ts'
import { nothing } from '../../schemas/common.ts'
import { allRows } from '../../schemas/list.ts'
import { answer } from '../../schemas/resource.ts'
import { ProductTypeResource } from '../../schemas/resources/product.ts'
import { adminProcedure, router } from '../../trpc.ts'

const TagUsage = z.object({ id: z.string(), usage_count: z.string(), value: z.string() })

export const classification = router({
  listTypes: adminProcedure
    .meta(rest('GET', '/products/types', 'List every product type'))
    .input(nothing)
    .output(answer({ types: z.array(ProductTypeResource) }))
    .query(async ({ ctx }) => ({
      types: await allRows(ctx.em, { entity: ProductType, resource: ProductTypeResource }),
    })),

  listTagUsage: adminProcedure
    .meta(rest('GET', '/products/tag-usage', 'List the tags that most products have'))
    .input(nothing)
    .output(z.object({ tags: z.array(TagUsage) }))
    .query(async ({ ctx }) => ({ tags: await mostUsedTags(ctx.em) })),
})
