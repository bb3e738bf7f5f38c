import { z } from 'zod'
import { createEdit } from '#entities/order-edit/create-edit.ts'
import { deleteEdit } from '#entities/order-edit/delete-edit.ts'
import { updateEdit } from '#entities/order-edit/update-edit.ts'
import { rest } from '../../meta.ts'
import { deleted } from '../../schemas/common.ts'
import { equal, search } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import { ordering, paging, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { OrderEditResource } from '../../schemas/resources/order-edit.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { showEdit, view, withEdit } from './read-order-edit.ts'

export const crud = router({
  list: adminProcedure
    .meta(rest('GET', '/order-edits', 'List the edits of orders, or of one order', { mayBeStale: true }))
    .input(
      z
        .strictObject({
          ...paging(20),
          ...selecting,
          ...ordering,
          q: z.string().optional(),
          order_id: z.string().optional(),
        })
        .prefault({}),
    )
    .output(listAnswer('order_edits', OrderEditResource))
    .query(async ({ ctx, input }) => {
      const where = [equal({ order_id: input.order_id }), search(input.q, ['internal_note'])]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where })
      return { order_edits: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/order-edits/{id}', 'Read an edit of an order'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(withEdit)
    .query(({ ctx, input: { id, ...wanted } }) => showEdit(ctx.em, id, wanted)),

  create: adminProcedure
    .meta(rest('POST', '/order-edits', 'Begin to edit an order'))
    .input(
      z.strictObject({
        order_id: z.string(),
        internal_note: z.string().nullish(),
        /** As the wire format has it. Who begins the edit is who calls, whoever is named. */
        created_by: z.string().nullish(),
      }),
    )
    .output(withEdit)
    .mutation(async ({ ctx, input }) => {
      const id = await createEdit(ctx.em, { ...input, created_by: ctx.user.id })
      await ctx.em.flush()
      return showEdit(ctx.em, id)
    }),

  update: adminProcedure
    .meta(rest('POST', '/order-edits/{id}', 'Note something about an edit of an order'))
    .input(z.strictObject({ id: z.string(), internal_note: z.string().nullish() }))
    .output(withEdit)
    .mutation(async ({ ctx, input }) => {
      await updateEdit(ctx.em, input)
      await ctx.em.flush()
      return showEdit(ctx.em, input.id)
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/order-edits/{id}', 'Delete an edit that nobody was asked to confirm'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteEdit(ctx.em, id)
      return { id, object: 'order_edit', deleted: true }
    }),
})
