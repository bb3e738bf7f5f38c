import { z } from 'zod'
import {
  createDynamicCode,
  createDynamicCodes,
  deleteDynamicCode,
} from '#entities/promotions/discount/dynamic-codes.ts'
import { rest } from '../../context/meta.ts'
import { lenientObject, Metadata } from '../../inputs/common.ts'
import { wholeNumber } from '../../inputs/whole-number.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { Code, UsageLimit } from './discount-inputs.ts'
import { discountAnswer, discountMutation } from './read-discount.ts'

const MAX_CODES = 5000

export const dynamicCodes = router({
  createDynamicCode: adminProcedure
    .meta(rest('POST', '/discounts/{id}/dynamic-codes', 'Create a dynamic code of a discount'))
    .input(
      z.strictObject({
        id: z.string(),
        code: Code,
        usage_limit: UsageLimit.nullable().default(1),
        metadata: Metadata.nullish(),
      }),
    )
    .output(discountAnswer.response)
    .mutation(async ({ ctx, input: { id: parentId, ...code } }) => {
      const { id } = await createDynamicCode(ctx.em, parentId, code)
      await ctx.em.flush()
      return discountAnswer.read(ctx, id, {})
    }),

  createDynamicCodes: adminProcedure
    .meta(rest('POST', '/discounts/{id}/dynamic-codes/batch', 'Create many dynamic codes of a discount'))
    .input(
      z.strictObject({
        id: z.string(),
        count: wholeNumber().positive().max(MAX_CODES),
        prefix: Code.max(50).nullish().describe('Each code begins with it and a hyphen.'),
        usage_limit: UsageLimit.nullable().default(1),
      }),
    )
    .output(z.object({ codes: z.array(z.string()) }))
    .mutation(async ({ ctx, input: { id, ...codes } }) => ({ codes: await createDynamicCodes(ctx.em, id, codes) })),

  deleteDynamicCode: discountMutation(lenientObject({ id: z.string(), code: z.string() }))
    .meta(
      rest('DELETE', '/discounts/{id}/dynamic-codes/{code}', 'Delete a dynamic code of a discount', { lockKey: 'id' }),
    )
    .mutation(({ ctx, input: { id, code } }) => deleteDynamicCode(ctx.em, id, code)),
})
