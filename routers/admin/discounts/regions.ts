import { z } from 'zod'
import { addRegion, removeRegion } from '#entities/promotions/discount/discount-regions.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { discountResponse, readDiscount } from './read-discount.ts'

/** What else stands in the query is ignored, as it always was. */
const Input = z.object({ id: z.string(), region_id: z.string() })

export const regions = router({
  addRegion: adminProcedure
    .meta(rest('POST', '/discounts/{id}/regions/{region_id}', 'Add a region to a discount'))
    .input(Input)
    .output(discountResponse)
    .mutation(async ({ ctx, input: { id, region_id } }) => {
      await addRegion(ctx.em, id, region_id)
      await ctx.em.flush()
      return readDiscount(ctx.em, id)
    }),

  removeRegion: adminProcedure
    .meta(rest('DELETE', '/discounts/{id}/regions/{region_id}', 'Remove a region from a discount'))
    .input(Input)
    .output(discountResponse)
    .mutation(async ({ ctx, input: { id, region_id } }) => {
      await removeRegion(ctx.em, id, region_id)
      await ctx.em.flush()
      return readDiscount(ctx.em, id)
    }),
})
