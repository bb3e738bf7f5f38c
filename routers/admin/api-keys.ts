import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { ApiKey } from '#entities/api-key/api-key.ts'
import { renewApiKeySecret, updateApiKey } from '#entities/api-key/change-api-key.ts'
import { createApiKey } from '#entities/api-key/create-api-key.ts'
import { revokeApiKey } from '#entities/api-key/revoke-api-key.ts'
import { checkedScopes } from '#entities/api-key/scopes.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../meta.ts'
import { deleted, Moment, requiredText } from '../schemas/common.ts'
import { equal, search, within, withinOrNull } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { dateFilter, dateFilterOrNull, ordering, paging, queryOneOrList, selecting } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { ApiKeyResource } from '../schemas/resources/api-key.ts'
import type { Wanted } from '../schemas/selection.ts'
import { router } from '../trpc.ts'
import { userManagerProcedure } from './user-manager.ts'

const view = { entity: ApiKey, resource: ApiKeyResource }
const withKey = answer({ api_key: ApiKeyResource })
const withSecret = answer({ api_key: ApiKeyResource, secret: z.string() })

const Scopes = z.array(z.string()).min(1).max(100)

const filters = {
  q: z.string().optional(),
  created_by: queryOneOrList.optional(),
  created_at: dateFilter.optional(),
  expires_at: dateFilterOrNull.optional(),
  last_used_at: dateFilterOrNull.optional(),
  deleted_at: dateFilter.optional(),
}

/* The secret is shown where it is made and never again; an answer that holds it is not kept for idempotency keys. */

export const apiKeys = router({
  list: userManagerProcedure
    .meta(rest('GET', '/api-keys', 'List the API keys'))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('api_keys', ApiKeyResource))
    .query(async ({ ctx, input }) => {
      const { q, created_by, created_at, expires_at, last_used_at, deleted_at } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        withDeleted: deleted_at !== undefined,
        where: [
          equal({ created_by }),
          within({ created_at, deleted_at }),
          withinOrNull({ expires_at, last_used_at }),
          search(q, ['name', 'hint']),
        ],
      })
      return { api_keys: rows, ...page }
    }),

  get: userManagerProcedure
    .meta(rest('GET', '/api-keys/{id}', 'Read an API key'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(withKey)
    .query(async ({ ctx, input: { id, ...wanted } }) => ({ api_key: await readKey(ctx.em, id, wanted) })),

  create: userManagerProcedure
    .meta(rest('POST', '/api-keys', 'Make an API key that calls in your name', { forgets: true }))
    .input(z.strictObject({ name: requiredText, scopes: Scopes, expires_at: Moment.nullish() }))
    .output(withSecret)
    .mutation(async ({ ctx, input }) => {
      const scopes = checkedScopes(input.scopes, ctx.adminProcedures)
      const { id, secret } = await createApiKey(ctx.em, ctx, { ...input, scopes })
      await ctx.em.flush()
      return { api_key: await readKey(ctx.em, id), secret }
    }),

  update: userManagerProcedure
    .meta(rest('POST', '/api-keys/{id}', 'Change what an API key is called, what it may do and for how long'))
    .input(
      z.strictObject({
        id: z.string(),
        name: requiredText.optional(),
        scopes: Scopes.optional(),
        expires_at: Moment.nullish(),
      }),
    )
    .output(withKey)
    .mutation(async ({ ctx, input }) => {
      const scopes = input.scopes && checkedScopes(input.scopes, ctx.adminProcedures)
      await updateApiKey(ctx.em, ctx, { ...input, scopes })
      await ctx.em.flush()
      return { api_key: await readKey(ctx.em, input.id) }
    }),

  renewSecret: userManagerProcedure
    .meta(rest('POST', '/api-keys/{id}/secret', 'Give an API key another secret', { forgets: true }))
    .input(z.strictObject({ id: z.string() }))
    .output(withSecret)
    .mutation(async ({ ctx, input: { id } }) => {
      const secret = await renewApiKeySecret(ctx.em, ctx, id)
      await ctx.em.flush()
      return { api_key: await readKey(ctx.em, id), secret }
    }),

  delete: userManagerProcedure
    .meta(rest('DELETE', '/api-keys/{id}', 'Revoke an API key, and those that were made by it'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await revokeApiKey(ctx.em, id)
      return { id, object: 'api_key', deleted: true }
    }),
})

/** @throws NotFound */
async function readKey(em: EntityManager, id: string, wanted: Wanted = {}): Promise<z.output<typeof ApiKeyResource>> {
  const api_key = await readRow(em, wanted, { ...view, where: [{ id }] })
  if (!api_key) throw new NotFound(`API key with id: ${id} was not found`)
  return api_key
}
