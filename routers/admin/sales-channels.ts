import { z } from 'zod'
import { insertRow } from '#database/rows.ts'
import { addProductsToChannel, removeProductsFromChannel } from '#entities/catalogue/product/channel-products.ts'
import {
  addLocationToChannel,
  removeLocationFromChannel,
} from '#entities/inventory/stock-location/channel-locations.ts'
import { deleteSalesChannel } from '#entities/market/sales-channel/delete-sales-channel.ts'
import { findSalesChannel } from '#entities/market/sales-channel/find-sales-channel.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { rest } from '../context/meta.ts'
import { optionalInputs } from '../inputs/columns.ts'
import { deletionResponse, idsOf, RowReferences, TrimmedText } from '../inputs/common.ts'
import { dateFilter } from '../inputs/query.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { equalTo, inRange, searchText } from '../reading/conditions.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { AdminSalesChannel } from '../resources/admin-sales-channel.ts'
import { locationMutation, locationProcedure } from './inventory-procedure.ts'

const view = { resource: AdminSalesChannel }

const filters = {
  id: z.string().optional(),
  q: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
}

const salesChannelAnswer = rowAnswer('sales_channel', view)
const salesChannelMutation = adminMutation(salesChannelAnswer)
const Location = z.strictObject({ id: z.string(), location_id: z.string() })
const Products = z.strictObject({ id: z.string(), product_ids: RowReferences })

export const salesChannels = router({
  list: adminList('sales_channels', view, filters)
    .meta(rest('GET', '/sales-channels', 'List sales channels'))
    .query(({ input: { id, q, name, description, created_at, updated_at, deleted_at } }) => [
      equalTo({ id, name, description }),
      searchText(q, ['name', 'description']),
      inRange({ created_at, updated_at, deleted_at }),
    ]),

  get: adminGet(salesChannelAnswer, rest('GET', '/sales-channels/{id}', 'Retrieve a sales channel')),

  create: salesChannelMutation(
    z.strictObject({
      name: TrimmedText,
      ...optionalInputs(SalesChannel, ['description']),
      is_disabled: z.boolean().optional(),
    }),
  )
    .meta(rest('POST', '/sales-channels', 'Create a sales channel'))
    .mutation(async ({ ctx, input }) => {
      const { id } = insertRow(ctx.em, SalesChannel, input)
      await ctx.em.flush()
      await announce(ctx.em, 'sales_channel.created', { id })
      return { id }
    }),

  update: salesChannelMutation(
    z.strictObject({
      id: z.string(),
      ...optionalInputs(SalesChannel, ['name', 'description', 'is_disabled']),
    }),
  )
    .meta(rest('POST', '/sales-channels/{id}', 'Update a sales channel'))
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      applyChanges(await findSalesChannel(ctx.em, id), changes)
      await ctx.em.flush()
      await announce(ctx.em, 'sales_channel.updated', { id })
    }),

  delete: adminDeletion('sales-channel')
    .meta(rest('DELETE', '/sales-channels/{id}', 'Delete a sales channel'))
    .mutation(({ ctx, input: { id } }) => deleteSalesChannel(ctx.em, id)),

  addProducts: salesChannelMutation(Products)
    .meta(rest('POST', '/sales-channels/{id}/products/batch', 'Add products to a sales channel'))
    .mutation(({ ctx, input: { id, product_ids } }) => addProductsToChannel(ctx.em, id, idsOf(product_ids))),

  addLocation: locationMutation(salesChannelAnswer)(Location)
    .meta(rest('POST', '/sales-channels/{id}/stock-locations', 'Add a stock location to a sales channel'))
    .mutation(({ ctx, input: { id, location_id } }) => addLocationToChannel(ctx.em, id, location_id)),

  removeLocation: locationProcedure
    .meta(rest('DELETE', '/sales-channels/{id}/stock-locations', 'Remove a stock location from a sales channel'))
    .input(Location)
    .output(deletionResponse)
    .mutation(async ({ ctx, input: { id, location_id } }) => {
      await removeLocationFromChannel(ctx.em, id, location_id)
      return { id, object: 'stock-location', deleted: true }
    }),

  removeProducts: salesChannelMutation(Products)
    .meta(rest('DELETE', '/sales-channels/{id}/products/batch', 'Remove products from a sales channel'))
    .mutation(({ ctx, input: { id, product_ids } }) => removeProductsFromChannel(ctx.em, id, idsOf(product_ids))),
})
