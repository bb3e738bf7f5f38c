import { z } from 'zod'
import { replayEvents } from '#entities/platform/webhook/replay-events.ts'
import { DELIVERY_STATUSES } from '#entities/platform/webhook/webhook-delivery.ts'
import { orderParams, pagingParams, queryOneOrMany } from '../../inputs/query.ts'
import { rest } from '../../meta.ts'
import { equalTo } from '../../reading/conditions.ts'
import { listRows } from '../../reading/list-rows.ts'
import { listResponseSchema } from '../../reading/resource.ts'
import { WebhookDeliveryResource } from '../../resources/webhook.ts'
import { router } from '../../trpc.ts'
import { userManagerProcedure } from '../user-manager.ts'
import { assertMaySend, lockOwnWebhook, readWebhook } from './read-webhook.ts'

const filters = {
  status: queryOneOrMany(z.enum(DELIVERY_STATUSES)).optional(),
  event_name: queryOneOrMany(z.string()).optional(),
}

export const webhookDeliveries = router({
  listDeliveries: userManagerProcedure
    .meta(rest('GET', '/webhooks/{id}/deliveries', 'List the deliveries of a webhook'))
    .input(z.strictObject({ id: z.string(), ...pagingParams(50), ...orderParams, ...filters }))
    .output(listResponseSchema('deliveries', WebhookDeliveryResource))
    .query(async ({ ctx, input: { id, status, event_name, ...input } }) => {
      assertMaySend(ctx, (await readWebhook(ctx, id)).events)
      const where = [equalTo({ webhook_id: id }), equalTo({ status, event_name })]
      const view = { resource: WebhookDeliveryResource, where }
      const { rows, ...page } = await listRows(ctx.em, input, view)
      return { deliveries: rows, ...page }
    }),

  replay: userManagerProcedure
    .meta(rest('POST', '/webhooks/{id}/replay', 'Replay events to a webhook'))
    .input(z.strictObject({ id: z.string(), from: z.int().min(0) }))
    .output(z.object({ count: z.int() }))
    .mutation(async ({ ctx, input: { id, from } }) => {
      await lockOwnWebhook(ctx, id)
      return { count: await replayEvents(ctx.em, id, from) }
    }),
})
