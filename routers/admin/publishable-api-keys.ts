import { type EntityManager, raw } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { change } from '#entities/change.ts'
import { NotFound } from '#entities/errors.ts'
import { announce } from '#entities/event/announce.ts'
import { addChannels, removeChannels } from '#entities/publishable-api-key/key-channels.ts'
import { lockPublishableKey } from '#entities/publishable-api-key/lock-publishable-key.ts'
import { PublishableApiKey } from '#entities/publishable-api-key/publishable-api-key.ts'
import { revokePublishableKey } from '#entities/publishable-api-key/revoke-publishable-key.ts'
import { SalesChannel } from '#entities/sales-channel/sales-channel.ts'
import { rest } from '../meta.ts'
import { deleted, idsOf, Rows } from '../schemas/common.ts'
import { search, within, withinOrNull } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { dateFilter, dateFilterOrNull, MAX_LIMIT, ordering, paging, selecting } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { PublishableApiKeyResource } from '../schemas/resources/publishable-api-key.ts'
import { SalesChannelResource } from '../schemas/resources/sales-channel.ts'
import type { Wanted } from '../schemas/selection.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = { entity: PublishableApiKey, resource: PublishableApiKeyResource }
const withKey = answer({ publishable_api_key: PublishableApiKeyResource })
const Channels = z.strictObject({ id: z.string(), sales_channel_ids: Rows })

const filters = {
  q: z.string().optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  revoked_at: dateFilterOrNull.optional(),
}

export const publishableApiKeys = router({
  list: adminProcedure
    .meta(rest('GET', '/publishable-api-keys', 'List the publishable API keys'))
    .input(z.strictObject({ ...paging(20), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('publishable_api_keys', PublishableApiKeyResource))
    .query(async ({ ctx, input }) => {
      const { q, created_at, updated_at, revoked_at } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        where: [search(q, ['title']), within({ created_at, updated_at }), withinOrNull({ revoked_at })],
      })
      return { publishable_api_keys: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/publishable-api-keys/{id}', 'Read a publishable API key'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(withKey)
    .query(({ ctx, input: { id, ...wanted } }) => readKey(ctx.em, id, wanted)),

  create: adminProcedure
    .meta(rest('POST', '/publishable-api-keys', 'Make a publishable API key'))
    .input(z.strictObject({ title: z.string() }))
    .output(withKey)
    .mutation(async ({ ctx, input: { title } }) => {
      const { id } = ctx.em.create(PublishableApiKey, { title, created_by: ctx.user.id })
      await ctx.em.flush()
      await announce(ctx.em, 'publishable_api_key.created', { id })
      return readKey(ctx.em, id)
    }),

  update: adminProcedure
    .meta(rest('POST', '/publishable-api-keys/{id}', 'Change what a publishable API key is called'))
    .input(z.strictObject({ id: z.string(), title: z.string().nullish() }))
    .output(withKey)
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      change(await lockPublishableKey(ctx.em, id), changes)
      await ctx.em.flush()
      return readKey(ctx.em, id)
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/publishable-api-keys/{id}', 'Delete a publishable API key'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.em.remove(await lockPublishableKey(ctx.em, id)).flush()
      return { id, object: 'publishable_api_key', deleted: true }
    }),

  revoke: adminProcedure
    .meta(rest('POST', '/publishable-api-keys/{id}/revoke', 'Revoke a publishable API key'))
    .input(z.strictObject({ id: z.string() }))
    .output(withKey)
    .mutation(async ({ ctx, input: { id } }) => {
      await revokePublishableKey(ctx.em, id, ctx.user.id)
      return readKey(ctx.em, id)
    }),

  listSalesChannels: adminProcedure
    .meta(rest('GET', '/publishable-api-keys/{id}/sales-channels', 'List the sales channels of a publishable API key'))
    .input(z.strictObject({ id: z.string(), q: z.string().optional(), ...paging(MAX_LIMIT) }))
    .output(listAnswer('sales_channels', SalesChannelResource))
    .query(async ({ ctx, input }) => {
      const { rows, ...page } = await listRows(ctx.em, input, {
        entity: SalesChannel,
        resource: SalesChannelResource,
        where: [{ id: { $in: raw(`(${CHANNELS})`, [input.id]) } }, search(input.q, ['name', 'description'])],
      })
      return { sales_channels: rows, ...page }
    }),

  addSalesChannels: adminProcedure
    .meta(rest('POST', '/publishable-api-keys/{id}/sales-channels/batch', 'Let a publishable API key name channels'))
    .input(Channels)
    .output(withKey)
    .mutation(async ({ ctx, input: { id, sales_channel_ids } }) => {
      await addChannels(ctx.em, id, idsOf(sales_channel_ids))
      return readKey(ctx.em, id)
    }),

  removeSalesChannels: adminProcedure
    .meta(
      rest(
        'DELETE',
        '/publishable-api-keys/{id}/sales-channels/batch',
        'Let a publishable API key name channels no more',
      ),
    )
    .input(Channels)
    .output(withKey)
    .mutation(async ({ ctx, input: { id, sales_channel_ids } }) => {
      await removeChannels(ctx.em, id, idsOf(sales_channel_ids))
      return readKey(ctx.em, id)
    }),
})

const CHANNELS = 'select sales_channel_id from publishable_api_key_sales_channel where publishable_key_id = ?'

/** @throws NotFound */
async function readKey(em: EntityManager, id: string, wanted: Wanted = {}): Promise<z.output<typeof withKey>> {
  const publishable_api_key = await readRow(em, wanted, { ...view, where: [{ id }] })
  if (!publishable_api_key) throw new NotFound(`Publishable key with id: ${id} was not found`)
  return { publishable_api_key }
}
