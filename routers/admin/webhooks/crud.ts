import { z } from 'zod'
import { createWebhook, updateWebhook } from '#entities/webhook/change-webhook.ts'
import { lockWebhook } from '#entities/webhook/find-webhook.ts'
import { Webhook } from '#entities/webhook/webhook.ts'
import { rest } from '../../meta.ts'
import { deleted, requiredText } from '../../schemas/common.ts'
import { listRows } from '../../schemas/list.ts'
import { ordering, paging } from '../../schemas/query.ts'
import { answer, listAnswer } from '../../schemas/resource.ts'
import { WebhookResource } from '../../schemas/resources/webhook.ts'
import { router } from '../../trpc.ts'
import { userManagerProcedure } from '../user-manager.ts'
import { readWebhook, view } from './read-webhook.ts'

const withWebhook = answer({ webhook: WebhookResource })
const withSecret = answer({ webhook: WebhookResource, secret: z.string() })
const Filters = z.array(z.string()).min(1)

/* The secret is shown where it is made and never again; an answer that holds it is not kept for idempotency keys. */

export const crud = router({
  list: userManagerProcedure
    .meta(rest('GET', '/webhooks', 'List the webhooks'))
    .input(z.strictObject({ ...paging(50), ...ordering }).prefault({}))
    .output(listAnswer('webhooks', WebhookResource))
    .query(async ({ ctx, input }) => {
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where: [] })
      return { webhooks: rows, ...page }
    }),

  get: userManagerProcedure
    .meta(rest('GET', '/webhooks/{id}', 'Read a webhook'))
    .input(z.strictObject({ id: z.string() }))
    .output(withWebhook)
    .query(async ({ ctx, input }) => ({ webhook: await readWebhook(ctx.em, input.id) })),

  create: userManagerProcedure
    .meta(rest('POST', '/webhooks', 'Have events told to an address', { forgets: true }))
    .input(z.strictObject({ url: requiredText, events: Filters, is_active: z.boolean().optional() }))
    .output(withSecret)
    .mutation(async ({ ctx, input }) => {
      const { id, secret } = createWebhook(ctx.em, ctx.webhookTargets, input)
      await ctx.em.flush()
      return { webhook: await readWebhook(ctx.em, id), secret }
    }),

  update: userManagerProcedure
    .meta(rest('POST', '/webhooks/{id}', 'Change a webhook'))
    .input(
      z.strictObject({
        id: z.string(),
        url: requiredText.optional(),
        events: Filters.optional(),
        is_active: z.boolean().optional(),
      }),
    )
    .output(withWebhook)
    .mutation(async ({ ctx, input }) => {
      await updateWebhook(ctx.em, ctx.webhookTargets, input)
      await ctx.em.flush()
      return { webhook: await readWebhook(ctx.em, input.id) }
    }),

  renewSecret: userManagerProcedure
    .meta(rest('POST', '/webhooks/{id}/secret', 'Sign with a new secret', { forgets: true }))
    .input(z.strictObject({ id: z.string() }))
    .output(withSecret)
    .mutation(async ({ ctx, input: { id } }) => {
      const webhook = await lockWebhook(ctx.em, id)
      const secret = webhook.renewSecret()
      await ctx.em.flush()
      return { webhook: await readWebhook(ctx.em, id), secret }
    }),

  delete: userManagerProcedure
    .meta(rest('DELETE', '/webhooks/{id}', 'Tell a webhook of nothing more, and forget it'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.em.nativeDelete(Webhook, { id })
      return { id, object: 'webhook', deleted: true }
    }),
})
