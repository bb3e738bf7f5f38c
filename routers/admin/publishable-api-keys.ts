import { z } from 'zod'
import { deleteRow, insertRow } from '#database/rows.ts'
import { addChannels, channelsOfKey, removeChannels } from '#entities/market/publishable-api-key/key-channels.ts'
import { lockPublishableKey } from '#entities/market/publishable-api-key/lock-publishable-key.ts'
import { PublishableApiKey } from '#entities/market/publishable-api-key/publishable-api-key.ts'
import { revokePublishableKey } from '#entities/market/publishable-api-key/revoke-publishable-key.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { rest } from '../context/meta.ts'
import { idsOf, RowReferences, TrimmedText } from '../inputs/common.ts'
import { dateFilter, dateFilterOrNull, MAX_LIMIT, pagingParams } from '../inputs/query.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { inRange, inRangeOrNull, searchText } from '../reading/conditions.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { PublishableApiKeyResource } from '../resources/publishable-api-key.ts'
import { SalesChannelResource } from '../resources/sales-channel.ts'

const view = { resource: PublishableApiKeyResource }
const publishableKeyAnswer = rowAnswer(
  'publishable_api_key',
  view,
  (id) => `Publishable key with id: ${id} was not found`,
)
const publishableKeyMutation = adminMutation(publishableKeyAnswer)
const Channels = z.strictObject({ id: z.string(), sales_channel_ids: RowReferences })

const filters = {
  q: z.string().optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  revoked_at: dateFilterOrNull.optional(),
}

export const publishableApiKeys = router({
  list: adminList('publishable_api_keys', view, filters)
    .meta(rest('GET', '/publishable-api-keys', 'List publishable API keys'))
    .query(({ input: { q, created_at, updated_at, revoked_at } }) => [
      searchText(q, ['title']),
      inRange({ created_at, updated_at }),
      inRangeOrNull({ revoked_at }),
    ]),

  get: adminGet(publishableKeyAnswer, rest('GET', '/publishable-api-keys/{id}', 'Retrieve a publishable API key')),

  create: publishableKeyMutation(z.strictObject({ title: TrimmedText }))
    .meta(rest('POST', '/publishable-api-keys', 'Create a publishable API key'))
    .mutation(async ({ ctx, input: { title } }) => {
      const { id } = insertRow(ctx.em, PublishableApiKey, { title, created_by: ctx.user.id })
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

  listSalesChannels: adminList(
    'sales_channels',
    SalesChannelResource,
    { id: z.string(), q: z.string().optional() },
    { page: pagingParams(MAX_LIMIT) },
  )
    .meta(rest('GET', '/publishable-api-keys/{id}/sales-channels', 'List the sales channels of a publishable API key'))
    .query(({ input: { id, q } }) => [{ id: { $in: channelsOfKey(id) } }, searchText(q, ['name', 'description'])]),

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
