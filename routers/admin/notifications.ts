import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { resourcesOfGroups } from '#entities/platform/event/resource-of-event.ts'
import { previewNotification } from '#entities/platform/notification/preview-notification.ts'
import { resendNotification } from '#entities/platform/notification/send-notification.ts'
import { rest } from '../context/meta.ts'
import { Email, LanguageTag } from '../inputs/common.ts'
import { queryBoolean, queryOneOrMany } from '../inputs/query.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { equalTo } from '../reading/conditions.ts'
import { mayRead, type Viewer } from '../reading/reach.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { NotificationResource } from '../resources/notification.ts'

const view = { resource: NotificationResource, defaults: { relations: ['resends'] }, where: readableBy }
const notificationAnswer = rowAnswer('notification', view, (id) => `Notification with id: ${id} was not found.`)

const filters = {
  event_name: queryOneOrMany(z.string()).optional(),
  resource_type: queryOneOrMany(z.string()).optional(),
  resource_id: queryOneOrMany(z.string()).optional(),
  to: queryOneOrMany(z.string()).optional(),
  include_resends: queryBoolean.optional(),
}

const preview = { subject: z.string(), html: z.string(), text: z.string(), locale: z.string() }

export const notifications = router({
  list: adminList('notifications', view, filters, { pageSize: 50 })
    .meta(rest('GET', '/notifications', 'List notifications', { allowsStaleReads: true }))
    .query(({ input: { event_name, resource_type, resource_id, to, include_resends } }) => [
      equalTo({ event_name, resource_type, resource_id, to }),
      include_resends ? undefined : { parent_id: null },
    ]),

  preview: adminProcedure
    .meta(rest('GET', '/notifications/{id}/preview', 'Preview the mail of a notification'))
    .input(z.strictObject({ id: z.string(), locale: LanguageTag.optional() }))
    .output(z.object({ mail: z.object({ to: z.string(), ...preview }) }))
    .query(async ({ ctx, input }) => {
      const { notification } = await notificationAnswer.read(ctx, input.id, {})
      return {
        mail: { to: notification.to, ...(await previewNotification({ em: ctx.em, files: ctx.services.files }, input)) },
      }
    }),

  resend: adminProcedure
    .meta(rest('POST', '/notifications/{id}/resend', 'Resend a notification'))
    .input(
      z.strictObject({
        id: z.string(),
        to: Email.nullish(),
        /** The language of the mail. Default: the language of the first mail. */
        locale: LanguageTag.nullish(),
      }),
    )
    .output(notificationAnswer.response)
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      await notificationAnswer.read(ctx, id, {})
      await resendNotification(ctx.em, id, changes)
      return notificationAnswer.read(ctx, id, {})
    }),
})

function readableBy(viewer: Viewer & { em: EntityManager }) {
  const resourcesOfTypes = [...resourcesOfGroups(viewer.em), ['invite', 'invites'] as const]
  const readable = resourcesOfTypes.filter(([, resource]) => mayRead(viewer, resource))
  if (readable.length === resourcesOfTypes.length) return undefined
  return equalTo({ resource_type: readable.map(([type]) => type) })
}
