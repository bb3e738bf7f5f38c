import { z } from 'zod'
import { addLine, changeLine, removeLine } from '#entities/order-edit/change-edit.ts'
import { undoChange } from '#entities/order-edit/undo-change.ts'
import { rest } from '../../meta.ts'
import { deleted, Metadata, requiredText } from '../../schemas/common.ts'
import { NewQuantity } from '../../schemas/quantity.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { showEdit, withEdit } from './read-order-edit.ts'

const itemInput = { id: z.string(), item_id: z.string() }

export const items = router({
  addLineItem: adminProcedure
    .meta(rest('POST', '/order-edits/{id}/items', 'Add a line in an edit of an order'))
    .input(
      z.strictObject({
        id: z.string(),
        variant_id: requiredText,
        quantity: NewQuantity,
        metadata: Metadata.nullish(),
      }),
    )
    .output(withEdit)
    .mutation(async ({ ctx, input }) => {
      await addLine(ctx.em, input)
      await ctx.em.flush()
      return showEdit(ctx.em, input.id)
    }),

  updateLineItem: adminProcedure
    .meta(rest('POST', '/order-edits/{id}/items/{item_id}', 'Change the quantity of a line in an edit of an order'))
    .input(z.strictObject({ ...itemInput, quantity: NewQuantity }))
    .output(withEdit)
    .mutation(async ({ ctx, input }) => {
      await changeLine(ctx.em, input)
      await ctx.em.flush()
      return showEdit(ctx.em, input.id)
    }),

  removeLineItem: adminProcedure
    .meta(rest('DELETE', '/order-edits/{id}/items/{item_id}', 'Remove a line in an edit of an order'))
    .input(z.strictObject(itemInput))
    .output(withEdit)
    .mutation(async ({ ctx, input }) => {
      await removeLine(ctx.em, input)
      await ctx.em.flush()
      return showEdit(ctx.em, input.id)
    }),

  deleteItemChange: adminProcedure
    .meta(rest('DELETE', '/order-edits/{id}/changes/{change_id}', 'Undo a change in an edit of an order'))
    .input(z.strictObject({ id: z.string(), change_id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input }) => {
      await undoChange(ctx.em, input)
      await ctx.em.flush()
      return { id: input.change_id, object: 'item_change', deleted: true }
    }),
})
