import { rest } from '../meta.ts'
import {
  askingForLabels,
  listProductTags,
  listProductTypes,
  withProductTags,
  withProductTypes,
} from '../schemas/product-labels.ts'
import { adminProcedure, router } from '../trpc.ts'

export const productTags = router({
  list: adminProcedure
    .meta(rest('GET', '/product-tags', 'List the product tags', { mayBeStale: true }))
    .input(askingForLabels(10))
    .output(withProductTags)
    .query(({ ctx, input }) => listProductTags(ctx.em, input)),
})

export const productTypes = router({
  list: adminProcedure
    .meta(rest('GET', '/product-types', 'List the product types', { mayBeStale: true }))
    .input(askingForLabels(20))
    .output(withProductTypes)
    .query(({ ctx, input }) => listProductTypes(ctx.em, input)),
})
