import { z } from 'zod'
import { Event } from '#entities/event/event.ts'
import { rest } from '../meta.ts'
import { equal, within } from '../schemas/conditions.ts'
import { listRows } from '../schemas/list.ts'
import { dateFilter, numberFilter, paging, queryOneOrMany } from '../schemas/query.ts'
import { listAnswer, resource } from '../schemas/resource.ts'
import { router } from '../trpc.ts'
import { userManagerProcedure } from './user-manager.ts'

const EventResource = resource('Event', {
  id: z.int(),
  created_at: z.date(),
  name: z.string(),
  payload: z.record(z.string(), z.unknown()),
})

const view = { entity: Event, resource: EventResource, defaultOrder: '-id' }

/* What has happened, to look at and to replay from. Whoever needs all of it has it told: see webhooks. */

export const events = router({
  list: userManagerProcedure
    .meta(rest('GET', '/events', 'List what happened in the last thirty days, newest first', { mayBeStale: true }))
    .input(
      z
        .strictObject({
          ...paging(50),
          id: numberFilter.optional(),
          name: queryOneOrMany(z.string()).optional(),
          created_at: dateFilter.optional(),
        })
        .prefault({}),
    )
    .output(listAnswer('events', EventResource))
    .query(async ({ ctx, input }) => {
      const { id, name, created_at } = input
      const where = [{ is_private: false }, within({ id, created_at }), equal({ name })]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where })
      return { events: rows, ...page }
    }),
})
