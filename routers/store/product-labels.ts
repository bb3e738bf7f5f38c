import { rest } from '../meta.ts'
import {
  askingForLabels,
  listProductTags,
  listProductTypes,
  withProductTags,
  withProductTypes,
} from '../schemas/product-labels.ts'
import { openProcedure, router } from '../trpc.ts'

export const productTags = router({
  list: openProcedure
    .meta(rest('GET', '/product-tags', 'List the product tags', { mayBeStale: true }))
    .input(askingForLabels(20))
    .output(withProductTags)
    .query(({ ctx, input }) => listProductTags(ctx.em, input)),
})

export const productTypes = router({
  list: openProcedure
    .meta(rest('GET', '/product-types', 'List the product types', { mayBeStale: true }))
    .input(askingForLabels(20))
    .output(withProductTypes)
    .query(({ ctx, input }) => listProductTypes(ctx.em, input)),
})
