import { z } from 'zod'
import { renewApiKeySecret, updateApiKey } from '#entities/people/api-key/change-api-key.ts'
import { createApiKey } from '#entities/people/api-key/create-api-key.ts'
import { revokeApiKey } from '#entities/people/api-key/revoke-api-key.ts'
import { validateScopes } from '#entities/people/role/scopes.ts'
import { Timestamp } from '#entities/values/time-input.ts'
import { rest } from '../context/meta.ts'
import { requiredText } from '../inputs/common.ts'
import { dateFilter, dateFilterOrNull, queryOneOrList } from '../inputs/query.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { equalTo, inRange, inRangeOrNull, searchText } from '../reading/conditions.ts'
import { responseSchema } from '../reading/resource.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { ApiKeyResource } from '../resources/api-key.ts'

const view = { resource: ApiKeyResource }
const apiKeyAnswer = rowAnswer('api_key', view, (id) => `API key with id: ${id} was not found`)
const apiKeyMutation = adminMutation(apiKeyAnswer)
const apiKeySecretResponse = responseSchema({ api_key: ApiKeyResource, secret: z.string() })

const Scopes = z.array(z.string()).min(1).max(100)

const filters = {
  q: z.string().optional(),
  created_by: queryOneOrList.optional(),
  created_at: dateFilter.optional(),
  expires_at: dateFilterOrNull.optional(),
  last_used_at: dateFilterOrNull.optional(),
  deleted_at: dateFilter.optional(),
}

/* Responses with a secret are not saved for idempotency keys. */

export const apiKeys = router({
  list: adminList('api_keys', view, filters, { pageSize: 50 })
    .meta(rest('GET', '/api-keys', 'List API keys'))
    .query(({ input: { q, created_by, created_at, expires_at, last_used_at, deleted_at } }) => [
      equalTo({ created_by }),
      inRange({ created_at, deleted_at }),
      inRangeOrNull({ expires_at, last_used_at }),
      searchText(q, ['name', 'hint']),
    ]),

  get: adminGet(apiKeyAnswer, rest('GET', '/api-keys/{id}', 'Retrieve an API key')),

  create: adminProcedure
    .meta(rest('POST', '/api-keys', 'Create an API key', { noIdempotency: true }))
    .input(z.strictObject({ name: requiredText, scopes: Scopes, expires_at: Timestamp.nullish() }))
    .output(apiKeySecretResponse)
    .mutation(async ({ ctx, input }) => {
      const scopes = validateScopes(input.scopes, ctx.services.adminProcedures)
      const { id, secret } = await createApiKey(ctx.em, ctx, { ...input, scopes })
      await ctx.em.flush()
      return { ...(await apiKeyAnswer.read(ctx, id, {})), secret }
    }),

  update: apiKeyMutation(
    z.strictObject({
      id: z.string(),
      name: requiredText.optional(),
      scopes: Scopes.optional(),
      expires_at: Timestamp.nullish(),
    }),
  )
    .meta(rest('POST', '/api-keys/{id}', 'Update an API key'))
    .mutation(async ({ ctx, input }) => {
      const scopes = input.scopes && validateScopes(input.scopes, ctx.services.adminProcedures)
      await updateApiKey(ctx.em, ctx, { ...input, scopes })
    }),

  renewSecret: adminProcedure
    .meta(rest('POST', '/api-keys/{id}/secret', 'Rotate the secret of an API key', { noIdempotency: true }))
    .input(z.strictObject({ id: z.string() }))
    .output(apiKeySecretResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      const secret = await renewApiKeySecret(ctx.em, ctx, id)
      await ctx.em.flush()
      return { ...(await apiKeyAnswer.read(ctx, id, {})), secret }
    }),

  delete: adminDeletion('api_key')
    .meta(rest('DELETE', '/api-keys/{id}', 'Revoke an API key and the keys created with it'))
    .mutation(({ ctx, input: { id } }) => revokeApiKey(ctx.em, id)),
})
