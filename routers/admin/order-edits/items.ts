import { z } from 'zod'
import { addEditLine, changeEditLine, removeEditLine } from '#entities/orders/order-edit/edit-lines.ts'
import { undoEditChange } from '#entities/orders/order-edit/undo-edit-change.ts'
import { rest } from '../../context/meta.ts'
import { withFields } from '../../filters/field-inputs.ts'
import { deletionResponse, Metadata, requiredText } from '../../inputs/common.ts'
import { NewQuantity } from '../../inputs/quantity.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { orderEditMutation } from './read-order-edit.ts'

const itemInput = { id: z.string(), item_id: z.string() }

export const items = router({
  addLineItem: orderEditMutation(
    withFields(['line_item', 'admin'], {
      id: z.string(),
      variant_id: requiredText,
      quantity: NewQuantity,
      metadata: Metadata.nullish(),
    }),
  )
    .meta(rest('POST', '/order-edits/{id}/items', 'Add a line item to an order edit'))
    .mutation(({ ctx, input }) => addEditLine(ctx.em, input)),

  updateLineItem: orderEditMutation(withFields(['line_item', 'admin'], { ...itemInput, quantity: NewQuantity }))
    .meta(rest('POST', '/order-edits/{id}/items/{item_id}', 'Update a line item in an order edit', { lockKey: 'id' }))
    .mutation(({ ctx, input }) => changeEditLine(ctx.em, input)),

  removeLineItem: orderEditMutation(z.strictObject(itemInput))
    .meta(rest('DELETE', '/order-edits/{id}/items/{item_id}', 'Remove a line item in an order edit', { lockKey: 'id' }))
    .mutation(({ ctx, input }) => removeEditLine(ctx.em, input)),

  deleteItemChange: adminProcedure
    .meta(rest('DELETE', '/order-edits/{id}/changes/{change_id}', 'Undo a change in an order edit', { lockKey: 'id' }))
    .input(z.strictObject({ id: z.string(), change_id: z.string() }))
    .output(deletionResponse)
    .mutation(async ({ ctx, input }) => {
      await undoEditChange(ctx.em, input)
      await ctx.em.flush()
      return { id: input.change_id, object: 'item_change', deleted: true }
    }),
})
