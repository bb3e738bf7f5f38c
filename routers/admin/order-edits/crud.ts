import { z } from 'zod'
import { createEdit } from '#entities/orders/order-edit/create-edit.ts'
import { deleteEdit } from '#entities/orders/order-edit/delete-edit.ts'
import { updateEdit } from '#entities/orders/order-edit/update-edit.ts'
import { orderParams, pagingParams, selectionParams } from '../../inputs/query.ts'
import { rest } from '../../meta.ts'
import { equalTo, searchText } from '../../reading/conditions.ts'
import { listRows } from '../../reading/list-rows.ts'
import { listResponseSchema } from '../../reading/resource.ts'
import { OrderEditResource } from '../../resources/order-edit.ts'
import { adminDeletion } from '../../row-mutation.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { orderEditMutation, orderEditReadOptions, orderEditResponse, readOrderEdit } from './read-order-edit.ts'

export const orderEditCrud = router({
  list: adminProcedure
    .meta(rest('GET', '/order-edits', 'List order edits', { allowsStaleReads: true }))
    .input(
      z
        .strictObject({
          ...pagingParams(20),
          ...selectionParams,
          ...orderParams,
          q: z.string().optional(),
          order_id: z.string().optional(),
        })
        .prefault({}),
    )
    .output(listResponseSchema('order_edits', OrderEditResource))
    .query(async ({ ctx, input }) => {
      const where = [equalTo({ order_id: input.order_id }), searchText(input.q, ['internal_note'])]
      const { rows, ...page } = await listRows(ctx.em, input, { ...orderEditReadOptions, where })
      return { order_edits: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/order-edits/{id}', 'Retrieve an order edit'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(orderEditResponse)
    .query(({ ctx, input: { id, ...selection } }) => readOrderEdit(ctx, id, selection)),

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
