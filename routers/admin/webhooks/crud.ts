import { z } from 'zod'
import type { User } from '#entities/people/user/user.ts'
import { createWebhook, updateWebhook } from '#entities/platform/webhook/change-webhook.ts'
import { Webhook } from '#entities/platform/webhook/webhook.ts'
import type { ProcedureContext } from '../../context/context.ts'
import { rest } from '../../context/meta.ts'
import { requiredText } from '../../inputs/common.ts'
import { orderParams, pagingParams } from '../../inputs/query.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../../procedures/row-mutation.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { responseSchema } from '../../reading/resource.ts'
import { WebhookResource } from '../../resources/webhook.ts'
import { assertMaySend, lockOwnWebhook, webhookAnswer, webhookReadOptions } from './read-webhook.ts'

const webhookMutation = adminMutation(webhookAnswer)
const webhookSecretResponse = responseSchema({ webhook: WebhookResource, secret: z.string() })
/** A webhook that an administrator has saved outlives the account. Other roles can lose rights later. */
const savedBy = ({ api_key, user }: ProcedureContext & { user: User }) => ({
  api_key_id: api_key?.id ?? null,
  user_id: api_key || user.isAdministrator() ? null : user.id,
})
const Filters = z.array(z.string()).min(1)

/* Responses with a secret are not saved for idempotency keys. */

export const webhookCrud = router({
  list: adminList('webhooks', webhookReadOptions, {}, { page: { ...pagingParams(50), ...orderParams } })
    .meta(rest('GET', '/webhooks', 'List webhooks'))
    .query(() => []),

  get: adminGet(webhookAnswer, rest('GET', '/webhooks/{id}', 'Retrieve a webhook'), {}),

  create: adminProcedure
    .meta(rest('POST', '/webhooks', 'Create a webhook', { noIdempotency: true }))
    .input(z.strictObject({ url: requiredText, events: Filters, is_active: z.boolean().optional() }))
    .output(webhookSecretResponse)
    .mutation(async ({ ctx, input }) => {
      assertMaySend(ctx, input.events)
      const { id, secret } = createWebhook(ctx.em, ctx.services.webhookTargets, { ...input, ...savedBy(ctx) })
      await ctx.em.flush()
      return { ...(await webhookAnswer.read(ctx, id, {})), secret }
    }),

  update: webhookMutation(
    z.strictObject({
      id: z.string(),
      url: requiredText.optional(),
      events: Filters.optional(),
      is_active: z.boolean().optional(),
    }),
  )
    .meta(rest('POST', '/webhooks/{id}', 'Update a webhook'))
    .mutation(async ({ ctx, input }) => {
      await lockOwnWebhook(ctx, input.id)
      assertMaySend(ctx, input.events ?? [])
      await updateWebhook(ctx.em, ctx.services.webhookTargets, { ...input, ...savedBy(ctx) })
    }),

  renewSecret: adminProcedure
    .meta(rest('POST', '/webhooks/{id}/secret', 'Rotate the secret of a webhook', { noIdempotency: true }))
    .input(z.strictObject({ id: z.string() }))
    .output(webhookSecretResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      const webhook = await lockOwnWebhook(ctx, id)
      const secret = webhook.renewSecret()
      await ctx.em.flush()
      return { ...(await webhookAnswer.read(ctx, id, {})), secret }
    }),

  delete: adminDeletion('webhook')
    .meta(rest('DELETE', '/webhooks/{id}', 'Delete a webhook'))
    .mutation(({ ctx, input: { id } }) => ctx.em.nativeDelete(Webhook, { id })),
})
