import { z } from 'zod'
import { addRegion, removeRegion } from '#entities/promotions/discount/discount-regions.ts'
import { rest } from '../../context/meta.ts'
import { lenientObject } from '../../inputs/common.ts'
import { router } from '../../procedures/trpc.ts'
import { discountMutation } from './read-discount.ts'

const Input = lenientObject({ id: z.string(), region_id: z.string() })

export const regions = router({
  addRegion: discountMutation(Input)
    .meta(rest('POST', '/discounts/{id}/regions/{region_id}', 'Add a region to a discount', { lockKey: 'id' }))
    .mutation(({ ctx, input: { id, region_id } }) => addRegion(ctx.em, id, region_id)),

  removeRegion: discountMutation(Input)
    .meta(rest('DELETE', '/discounts/{id}/regions/{region_id}', 'Remove a region from a discount', { lockKey: 'id' }))
    .mutation(({ ctx, input: { id, region_id } }) => removeRegion(ctx.em, id, region_id)),
})
