import { z } from 'zod'
import { addDraftLine, changeDraftLine, removeDraftLine } from '#entities/orders/draft-order/draft-lines.ts'
import { Amount, Metadata } from '../../inputs/common.ts'
import { Quantity } from '../../inputs/quantity.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { newLine } from './draft-order-inputs.ts'
import { draftOrderResponse, readDraftOrder } from './read-draft-order.ts'

const Line = z.strictObject({ id: z.string(), line_id: z.string() })

export const lineItems = router({
  addLineItem: adminProcedure
    .meta(rest('POST', '/draft-orders/{id}/line-items', 'Add a line item to a draft order'))
    .input(z.strictObject({ id: z.string(), ...newLine }))
    .output(draftOrderResponse)
    .mutation(async ({ ctx, input: { id, ...line } }) => {
      await addDraftLine(ctx.em, id, line)
      await ctx.em.flush()
      return readDraftOrder(ctx.em, id)
    }),

  updateLineItem: adminProcedure
    .meta(rest('POST', '/draft-orders/{id}/line-items/{line_id}', 'Update a line item of a draft order'))
    .input(
      Line.extend({
        unit_price: Amount.nullish(),
        title: z.string().nullish(),
        quantity: Quantity.optional(),
        metadata: Metadata.nullish(),
      }),
    )
    .output(draftOrderResponse)
    .mutation(async ({ ctx, input: { id, ...change } }) => {
      await changeDraftLine(ctx.em, id, change)
      await ctx.em.flush()
      return readDraftOrder(ctx.em, id)
    }),

  deleteLineItem: adminProcedure
    .meta(rest('DELETE', '/draft-orders/{id}/line-items/{line_id}', 'Remove a line item from a draft order'))
    .input(Line)
    .output(draftOrderResponse)
    .mutation(async ({ ctx, input: { id, line_id } }) => {
      await removeDraftLine(ctx.em, id, line_id)
      await ctx.em.flush()
      return readDraftOrder(ctx.em, id)
    }),
})
