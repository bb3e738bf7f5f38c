import { z } from 'zod'
import { Event } from '#entities/event/event.ts'
import { rest } from '../meta.ts'
import { equal, within } from '../schemas/conditions.ts'
import { dateFilter, numberFilter, paging, queryOneOrMany } from '../schemas/query.ts'
import { router } from '../trpc.ts'
import { userManagerProcedure } from './user-manager.ts'

const EventResource = z
  .object({
    id: z.int(),
    created_at: z.date(),
    name: z.string(),
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' })

/* What has happened, to look at and to replay from. Whoever needs all of it has it told: see webhooks. */

export const events = router({
  list: userManagerProcedure
    .meta(rest('GET', '/events', 'List what happened in the last thirty days, newest first'))
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
    .output(z.object({ events: z.array(EventResource), count: z.int(), offset: z.int(), limit: z.int() }))
    .query(async ({ ctx, input: { limit, offset, id, name, created_at } }) => {
      const where = { is_private: false, $and: [within({ id, created_at }) ?? {}, equal({ name }) ?? {}] }
      const [rows, count] = await Promise.all([
        limit === 0 ? [] : ctx.em.find(Event, where as object, { orderBy: { id: 'desc' }, limit, offset }),
        ctx.em.count(Event, where as object),
      ])
      const events = rows.map((row) => ({
        id: row.id,
        created_at: row.created_at,
        name: row.name,
        payload: { ...row.payload },
      }))
      return { events, count, offset, limit }
    }),
})
