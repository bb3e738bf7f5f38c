import { z } from 'zod'
import { replayEvents } from '#entities/webhook/replay-events.ts'
import { DELIVERY_STATUSES, WebhookDelivery } from '#entities/webhook/webhook-delivery.ts'
import { rest } from '../../meta.ts'
import { equal } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import { ordering, paging, queryOneOrMany } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { WebhookDeliveryResource } from '../../schemas/resources/webhook.ts'
import { router } from '../../trpc.ts'
import { userManagerProcedure } from '../user-manager.ts'
import { readWebhook } from './read-webhook.ts'

const filters = {
  status: queryOneOrMany(z.enum(DELIVERY_STATUSES)).optional(),
  event_name: queryOneOrMany(z.string()).optional(),
}

export const deliveries = router({
  listDeliveries: userManagerProcedure
    .meta(rest('GET', '/webhooks/{id}/deliveries', 'List what a webhook was told, and what became of it'))
    .input(z.strictObject({ id: z.string(), ...paging(50), ...ordering, ...filters }))
    .output(listAnswer('deliveries', WebhookDeliveryResource))
    .query(async ({ ctx, input: { id, status, event_name, ...input } }) => {
      await readWebhook(ctx.em, id)
      const where = [equal({ webhook_id: id }), equal({ status, event_name })]
      const view = { entity: WebhookDelivery, resource: WebhookDeliveryResource, where }
      const { rows, ...page } = await listRows(ctx.em, input, view)
      return { deliveries: rows, ...page }
    }),

  replay: userManagerProcedure
    .meta(rest('POST', '/webhooks/{id}/replay', 'Tell a webhook again what happened, from an event on'))
    .input(z.strictObject({ id: z.string(), from: z.int().min(0) }))
    .output(z.object({ count: z.int() }))
    .mutation(async ({ ctx, input: { id, from } }) => ({ count: await replayEvents(ctx.em, id, from) })),
})
