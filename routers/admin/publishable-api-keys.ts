import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { deleteRow } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { addChannels, channelsOfKey, removeChannels } from '#entities/market/publishable-api-key/key-channels.ts'
import { lockPublishableKey } from '#entities/market/publishable-api-key/lock-publishable-key.ts'
import { PublishableApiKey } from '#entities/market/publishable-api-key/publishable-api-key.ts'
import { revokePublishableKey } from '#entities/market/publishable-api-key/revoke-publishable-key.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { idsOf, RowReferences, TrimmedText } from '../inputs/common.ts'
import { dateFilter, dateFilterOrNull, MAX_LIMIT, orderParams, pagingParams, selectionParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { inRange, inRangeOrNull, searchText } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import type { SelectionInput } from '../reading/selection.ts'
import { PublishableApiKeyResource } from '../resources/publishable-api-key.ts'
import { SalesChannelResource } from '../resources/sales-channel.ts'
import { adminDeletion, adminMutation } from '../row-mutation.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = { resource: PublishableApiKeyResource }
const publishableKeyResponse = responseSchema({ publishable_api_key: PublishableApiKeyResource })
const publishableKeyMutation = adminMutation({ response: publishableKeyResponse, read: readPublishableKey })
const Channels = z.strictObject({ id: z.string(), sales_channel_ids: RowReferences })

const filters = {
  q: z.string().optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  revoked_at: dateFilterOrNull.optional(),
}

export const publishableApiKeys = router({
  list: adminProcedure
    .meta(rest('GET', '/publishable-api-keys', 'List publishable API keys'))
    .input(z.strictObject({ ...pagingParams(20), ...orderParams, ...selectionParams, ...filters }).prefault({}))
    .output(listResponseSchema('publishable_api_keys', PublishableApiKeyResource))
    .query(async ({ ctx, input }) => {
      const { q, created_at, updated_at, revoked_at } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        where: [searchText(q, ['title']), inRange({ created_at, updated_at }), inRangeOrNull({ revoked_at })],
      })
      return { publishable_api_keys: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/publishable-api-keys/{id}', 'Retrieve a publishable API key'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(publishableKeyResponse)
    .query(({ ctx, input: { id, ...selection } }) => readPublishableKey(ctx, id, selection)),

  create: publishableKeyMutation(z.strictObject({ title: TrimmedText }))
    .meta(rest('POST', '/publishable-api-keys', 'Create a publishable API key'))
    .mutation(async ({ ctx, input: { title } }) => {
      const { id } = ctx.em.create(PublishableApiKey, { title, created_by: ctx.user.id })
      await ctx.em.flush()
      await announce(ctx.em, 'publishable_api_key.created', { id })
      return { id }
    }),

  update: publishableKeyMutation(z.strictObject({ id: z.string(), title: TrimmedText.nullish() }))
    .meta(rest('POST', '/publishable-api-keys/{id}', 'Update a publishable API key'))
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      applyChanges(await lockPublishableKey(ctx.em, id), changes)
    }),

  delete: adminDeletion('publishable_api_key')
    .meta(rest('DELETE', '/publishable-api-keys/{id}', 'Delete a publishable API key'))
    .mutation(async ({ ctx, input: { id } }) => deleteRow(ctx.em, await lockPublishableKey(ctx.em, id))),

  revoke: publishableKeyMutation(z.strictObject({ id: z.string() }))
    .meta(rest('POST', '/publishable-api-keys/{id}/revoke', 'Revoke a publishable API key'))
    .mutation(({ ctx, input: { id } }) => revokePublishableKey(ctx.em, id, ctx.user.id)),

  listSalesChannels: adminProcedure
    .meta(rest('GET', '/publishable-api-keys/{id}/sales-channels', 'List the sales channels of a publishable API key'))
    .input(z.strictObject({ id: z.string(), q: z.string().optional(), ...pagingParams(MAX_LIMIT) }))
    .output(listResponseSchema('sales_channels', SalesChannelResource))
    .query(async ({ ctx, input }) => {
      const { rows, ...page } = await listRows(ctx.em, input, {
        resource: SalesChannelResource,
        where: [{ id: { $in: channelsOfKey(input.id) } }, searchText(input.q, ['name', 'description'])],
      })
      return { sales_channels: rows, ...page }
    }),

  addSalesChannels: publishableKeyMutation(Channels)
    .meta(
      rest('POST', '/publishable-api-keys/{id}/sales-channels/batch', 'Add sales channels to a publishable API key'),
    )
    .mutation(({ ctx, input: { id, sales_channel_ids } }) => addChannels(ctx.em, id, idsOf(sales_channel_ids))),

  removeSalesChannels: publishableKeyMutation(Channels)
    .meta(
      rest(
        'DELETE',
        '/publishable-api-keys/{id}/sales-channels/batch',
        'Remove sales channels from a publishable API key',
      ),
    )
    .mutation(({ ctx, input: { id, sales_channel_ids } }) => removeChannels(ctx.em, id, idsOf(sales_channel_ids))),
})

async function readPublishableKey(
  { em }: { em: EntityManager },
  id: string,
  selection: SelectionInput = {},
): Promise<z.output<typeof publishableKeyResponse>> {
  const publishable_api_key = await readRow(em, selection, { ...view, where: [{ id }] })
  if (!publishable_api_key) throw new NotFound(`Publishable key with id: ${id} was not found`)
  return { publishable_api_key }
}
