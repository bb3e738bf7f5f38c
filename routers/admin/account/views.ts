import { z } from 'zod'
import { findViews } from '#entities/people/saved-view/find-views.ts'
import { deleteOwnView, saveView } from '#entities/people/saved-view/manage-views.ts'
import { rest } from '../../context/meta.ts'
import { deletionResponse, emptyInput, SingleLine } from '../../inputs/common.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { ShownView } from '../saved-views.ts'

const MAX_PARAMETERS = 50
const Text = z.string().max(500)
const Name = SingleLine.pipe(z.string().min(1).max(60))

const Search = z
  .record(z.string().min(1).max(100), z.union([Text, z.array(Text).max(100)]))
  .refine((search) => Object.keys(search).length <= MAX_PARAMETERS, `A view has at most ${MAX_PARAMETERS} parameters`)

/** Every user has views. To share them needs a right. */
export const views = router({
  views: adminProcedure
    .meta(rest('GET', '/account/views', 'List the own saved views and those of all users'))
    .input(emptyInput)
    .output(z.object({ views: z.array(ShownView) }))
    .query(async ({ ctx }) => ({ views: await findViews(ctx.em, ctx.user.id) })),

  saveView: adminProcedure
    .meta(rest('POST', '/account/views', 'Save a view of a list, or replace the view with the name or the ID'))
    .input(
      z.strictObject({
        id: z.string().optional(),
        list: z.string().regex(/^[a-z][a-z0-9_-]{0,59}$/),
        name: Name,
        search: Search,
      }),
    )
    .output(z.object({ view: ShownView }))
    .mutation(async ({ ctx, input }) => {
      const { id, list, name, search, is_shared } = await saveView(ctx.em, { ...input, user_id: ctx.user.id })
      return { view: { id, list, name, search, is_shared, is_own: true } }
    }),

  deleteView: adminProcedure
    .meta(rest('DELETE', '/account/views/{id}', 'Delete an own saved view'))
    .input(z.strictObject({ id: z.string() }))
    .output(deletionResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteOwnView(ctx.em, id, ctx.user.id)
      return { id, object: 'saved-view', deleted: true }
    }),
})
