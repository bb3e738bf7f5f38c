import { z } from 'zod'
import { shareView } from '#entities/people/saved-view/manage-views.ts'
import { SavedView } from '#entities/people/saved-view/saved-view.ts'
import { rest } from '../context/meta.ts'
import { pickColumns } from '../inputs/columns.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'

const columns = pickColumns(SavedView, ['id', 'list', 'name', 'is_shared'])

/** A view of a list of the console. */
export const ShownView = z.object({
  ...columns,
  search: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  is_own: z.boolean(),
})

export const savedViews = router({
  share: adminProcedure
    .meta(rest('POST', '/saved-views/{id}/share', 'Show a saved view to all users, or only to its own user'))
    .input(z.strictObject({ id: z.string(), is_shared: z.boolean() }))
    .output(z.object({ view: ShownView }))
    .mutation(async ({ ctx, input }) => {
      const { id, list, name, search, is_shared, user_id } = await shareView(ctx.em, { ...input, user_id: ctx.user.id })
      return { view: { id, list, name, search, is_shared, is_own: user_id === ctx.user.id } }
    }),
})
