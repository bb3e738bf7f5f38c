import { z } from 'zod'
import { replayEvents } from '#entities/platform/webhook/replay-events.ts'
import { DELIVERY_STATUSES } from '#entities/platform/webhook/webhook-delivery.ts'
import { rest } from '../../context/meta.ts'
import { orderParams, pagingParams, queryOneOrMany } from '../../inputs/query.ts'
import { adminList } from '../../procedures/row-list.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { equalTo } from '../../reading/conditions.ts'
import { WebhookDeliveryResource } from '../../resources/webhook.ts'
import { assertMaySend, lockOwnWebhook, webhookAnswer } from './read-webhook.ts'

const filters = {
  id: z.string(),
  status: queryOneOrMany(z.enum(DELIVERY_STATUSES)).optional(),
  event_name: queryOneOrMany(z.string()).optional(),
}

export const webhookDeliveries = router({
  listDeliveries: adminList('deliveries', WebhookDeliveryResource, filters, {
    page: { ...pagingParams(50), ...orderParams },
  })
    .meta(rest('GET', '/webhooks/{id}/deliveries', 'List the deliveries of a webhook'))
    .query(async ({ ctx, input: { id, status, event_name } }) => {
      const { webhook } = await webhookAnswer.read(ctx, id, {})
      assertMaySend(ctx, webhook.events)
      return [equalTo({ webhook_id: id, status, event_name })]
    }),

  replay: adminProcedure
    .meta(rest('POST', '/webhooks/{id}/replay', 'Replay events to a webhook'))
    .input(z.strictObject({ id: z.string(), from: z.int().min(0) }))
    .output(z.object({ count: z.int() }))
    .mutation(async ({ ctx, input: { id, from } }) => {
      await lockOwnWebhook(ctx, id)
      return { count: await replayEvents(ctx.em, id, from) }
    }),
})
