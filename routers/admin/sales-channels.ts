import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { change } from '#entities/change.ts'
import { NotFound } from '#entities/errors.ts'
import { announce } from '#entities/event/announce.ts'
import { addProducts, removeProducts } from '#entities/sales-channel/channel-products.ts'
import { deleteSalesChannel } from '#entities/sales-channel/delete-sales-channel.ts'
import { findSalesChannel } from '#entities/sales-channel/find-sales-channel.ts'
import { SalesChannel } from '#entities/sales-channel/sales-channel.ts'
import { rest } from '../meta.ts'
import { deleted, idsOf, Rows } from '../schemas/common.ts'
import { equal, search, within } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { dateFilter, ordering, paging, selecting } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { SalesChannelResource } from '../schemas/resources/sales-channel.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = { entity: SalesChannel, resource: SalesChannelResource }

const filters = {
  id: z.string().optional(),
  q: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
}

const withChannel = answer({ sales_channel: SalesChannelResource })
const Products = z.strictObject({ id: z.string(), product_ids: Rows })

export const salesChannels = router({
  list: adminProcedure
    .meta(rest('GET', '/sales-channels', 'List the sales channels'))
    .input(z.strictObject({ ...paging(20), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('sales_channels', SalesChannelResource))
    .query(async ({ ctx, input }) => {
      const { id, q, name, description, created_at, updated_at, deleted_at } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        withDeleted: deleted_at !== undefined,
        where: [
          equal({ id, name, description }),
          search(q, ['name', 'description']),
          within({ created_at, updated_at, deleted_at }),
        ],
      })
      return { sales_channels: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/sales-channels/{id}', 'Read a sales channel'))
    .input(z.strictObject({ id: z.string() }))
    .output(withChannel)
    .query(async ({ ctx, input }) => readChannel(ctx.em, input.id)),

  create: adminProcedure
    .meta(rest('POST', '/sales-channels', 'Add a sales channel'))
    .input(
      z.strictObject({
        name: z.string(),
        description: z.string().nullish(),
        is_disabled: z.boolean().optional(),
      }),
    )
    .output(withChannel)
    .mutation(async ({ ctx, input }) => {
      const { id } = ctx.em.create(SalesChannel, input)
      await ctx.em.flush()
      await announce(ctx.em, 'sales_channel.created', { id })
      return readChannel(ctx.em, id)
    }),

  update: adminProcedure
    .meta(rest('POST', '/sales-channels/{id}', 'Change a sales channel'))
    .input(
      z.strictObject({
        id: z.string(),
        name: z.string().nullish(),
        description: z.string().nullish(),
        is_disabled: z.boolean().nullish(),
      }),
    )
    .output(withChannel)
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      change(await findSalesChannel(ctx.em, id), changes)
      await ctx.em.flush()
      await announce(ctx.em, 'sales_channel.updated', { id })
      return readChannel(ctx.em, id)
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/sales-channels/{id}', 'Delete a sales channel'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteSalesChannel(ctx.em, id)
      return { id, object: 'sales-channel', deleted: true }
    }),

  addProducts: adminProcedure
    .meta(rest('POST', '/sales-channels/{id}/products/batch', 'Sell products in a sales channel'))
    .input(Products)
    .output(withChannel)
    .mutation(async ({ ctx, input: { id, product_ids } }) => {
      await addProducts(ctx.em, id, idsOf(product_ids))
      return readChannel(ctx.em, id)
    }),

  removeProducts: adminProcedure
    .meta(rest('DELETE', '/sales-channels/{id}/products/batch', 'Sell products in a sales channel no more'))
    .input(Products)
    .output(withChannel)
    .mutation(async ({ ctx, input: { id, product_ids } }) => {
      await removeProducts(ctx.em, id, idsOf(product_ids))
      return readChannel(ctx.em, id)
    }),
})

async function readChannel(em: EntityManager, id: string): Promise<z.output<typeof withChannel>> {
  const sales_channel = await readRow(em, {}, { ...view, where: [{ id }] })
  if (!sales_channel) throw new NotFound(`Sales channel with id: ${id} was not found`)
  return { sales_channel }
}
