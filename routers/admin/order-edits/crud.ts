import { z } from 'zod'
import { createEdit } from '#entities/orders/order-edit/create-edit.ts'
import { deleteEdit } from '#entities/orders/order-edit/delete-edit.ts'
import { updateEdit } from '#entities/orders/order-edit/update-edit.ts'
import { rest } from '../../context/meta.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { adminDeletion } from '../../procedures/row-mutation.ts'
import { router } from '../../procedures/trpc.ts'
import { equalTo, searchText } from '../../reading/conditions.ts'
import { orderEditAnswer, orderEditMutation, orderEditReadOptions } from './read-order-edit.ts'

export const orderEditCrud = router({
  list: adminList('order_edits', orderEditReadOptions, { q: z.string().optional(), order_id: z.string().optional() })
    .meta(rest('GET', '/order-edits', 'List order edits', { allowsStaleReads: true }))
    .query(({ input }) => [equalTo({ order_id: input.order_id }), searchText(input.q, ['internal_note'])]),

  get: adminGet(orderEditAnswer, rest('GET', '/order-edits/{id}', 'Retrieve an order edit')),

  create: orderEditMutation(
    z.strictObject({
      order_id: z.string(),
      internal_note: z.string().nullish(),
      /** The server ignores this value. `created_by` is always the caller. */
      created_by: z.string().nullish(),
    }),
  )
    .meta(rest('POST', '/order-edits', 'Create an order edit', { lockKey: 'order_id' }))
    .mutation(async ({ ctx, input }) => {
      const id = await createEdit(ctx.em, { ...input, created_by: ctx.user.id })
      return { id }
    }),

  update: orderEditMutation(z.strictObject({ id: z.string(), internal_note: z.string().nullish() }))
    .meta(rest('POST', '/order-edits/{id}', 'Update an order edit'))
    .mutation(({ ctx, input }) => updateEdit(ctx.em, input)),

  delete: adminDeletion('order_edit')
    .meta(rest('DELETE', '/order-edits/{id}', 'Delete an order edit that has not been requested'))
    .mutation(({ ctx, input: { id } }) => deleteEdit(ctx.em, id)),
})
