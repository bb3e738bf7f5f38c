import { z } from 'zod'
import { Notification } from '#entities/notification/notification.ts'
import { resendNotification } from '#entities/notification/send-notification.ts'
import { rest } from '../meta.ts'
import { Email } from '../schemas/common.ts'
import { equal } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { ordering, paging, queryBoolean, queryOneOrMany, selecting } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { NotificationResource } from '../schemas/resources/notification.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = { entity: Notification, resource: NotificationResource, defaults: { relations: ['resends'] } }

const filters = {
  event_name: queryOneOrMany(z.string()).optional(),
  resource_type: queryOneOrMany(z.string()).optional(),
  resource_id: queryOneOrMany(z.string()).optional(),
  to: queryOneOrMany(z.string()).optional(),
  /** Also what repeats something that was told before, in a row of its own. */
  include_resends: queryBoolean.optional(),
}

export const notifications = router({
  list: adminProcedure
    .meta(rest('GET', '/notifications', 'List what people were told', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('notifications', NotificationResource))
    .query(async ({ ctx, input }) => {
      const { event_name, resource_type, resource_id, to, include_resends } = input
      const where = [
        equal({ event_name, resource_type, resource_id, to }),
        include_resends ? undefined : { parent_id: null },
      ]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where })
      return { notifications: rows, ...page }
    }),

  resend: adminProcedure
    .meta(rest('POST', '/notifications/{id}/resend', 'Tell somebody again'))
    .input(z.strictObject({ id: z.string(), to: Email.nullish() }))
    .output(answer({ notification: NotificationResource }))
    .mutation(async ({ ctx, input: { id, to } }) => {
      await resendNotification(ctx.em, id, to)
      const notification = await readRow(ctx.em, {}, { ...view, where: [{ id }] })
      return { notification: notification! }
    }),
})
