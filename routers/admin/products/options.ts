import { z } from 'zod'
import { addOption, deleteOption, renameOption } from '#entities/catalogue/product/change-options.ts'
import { rest } from '../../context/meta.ts'
import { requiredText } from '../../inputs/common.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { responseSchema } from '../../reading/resource.ts'
import { PricedProductResource } from '../../resources/priced-product.ts'
import { productAnswer, productMutation } from './read-product.ts'

export const options = router({
  addOption: productMutation(z.strictObject({ id: z.string(), title: requiredText }))
    .meta(rest('POST', '/products/{id}/options', 'Add an option to a product'))
    .mutation(({ ctx, input: { id, title } }) => addOption(ctx.em, id, title)),

  updateOption: productMutation(z.strictObject({ id: z.string(), option_id: z.string(), title: requiredText }))
    .meta(rest('POST', '/products/{id}/options/{option_id}', 'Update an option of a product', { lockKey: 'id' }))
    .mutation(({ ctx, input }) => renameOption(ctx.em, input)),

  deleteOption: adminProcedure
    .meta(rest('DELETE', '/products/{id}/options/{option_id}', 'Delete an option of a product', { lockKey: 'id' }))
    .input(z.strictObject({ id: z.string(), option_id: z.string() }))
    .output(
      responseSchema({
        option_id: z.string(),
        object: z.string(),
        deleted: z.boolean(),
        product: PricedProductResource,
      }),
    )
    .mutation(async ({ ctx, input: { id, option_id } }) => {
      await deleteOption(ctx.em, id, option_id)
      await ctx.em.flush()
      return { option_id, object: 'option', deleted: true, ...(await productAnswer.read(ctx, id, {})) }
    }),
})
