import { z } from 'zod'
import { createPriceList } from '#entities/price-list/create-price-list.ts'
import { deletePriceList } from '#entities/price-list/delete-price-list.ts'
import { updatePriceList } from '#entities/price-list/update-price-list.ts'
import { rest } from '../../meta.ts'
import { deleted } from '../../schemas/common.ts'
import { type Condition, equal, search, within } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import { related } from '../../schemas/product-conditions.ts'
import { dateFilter, expand, ordering, paging, queryList, queryOneOrMany } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { PriceListResource } from '../../schemas/resources/product.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { newPriceList, priceListChanges } from './inputs.ts'
import { readPriceList, view, withPriceList } from './read-price-list.ts'

const filters = {
  id: z.string().optional(),
  q: z.string().optional(),
  status: queryOneOrMany(z.enum(['active', 'draft'])).optional(),
  name: z.string().optional(),
  customer_groups: queryList(z.string()).optional(),
  description: z.string().optional(),
  type: queryOneOrMany(z.enum(['sale', 'override'])).optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
}

export const crud = router({
  list: adminProcedure
    .meta(rest('GET', '/price-lists', 'List the price lists', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(10), ...ordering, ...expand, ...filters }).prefault({}))
    .output(listAnswer('price_lists', PriceListResource))
    .query(async ({ ctx, input }) => {
      const { id, q, status, name, customer_groups, description, type, created_at, updated_at, deleted_at } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        withDeleted: deleted_at !== undefined,
        where: [
          equal({ id, status, name, description, type }),
          mentions(q),
          related('customer_groups', customer_groups),
          within({ created_at, updated_at, deleted_at }),
        ],
      })
      return { price_lists: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/price-lists/{id}', 'Read a price list with its prices'))
    .input(z.strictObject({ id: z.string() }))
    .output(withPriceList)
    .query(async ({ ctx, input }) => readPriceList(ctx.em, input.id)),

  create: adminProcedure
    .meta(rest('POST', '/price-lists', 'Add a price list'))
    .input(z.strictObject(newPriceList))
    .output(withPriceList)
    .mutation(async ({ ctx, input }) => {
      const { id } = await createPriceList(ctx.em, input)
      await ctx.em.flush()
      return readPriceList(ctx.em, id)
    }),

  update: adminProcedure
    .meta(rest('POST', '/price-lists/{id}', 'Change a price list; prices are added to those it has'))
    .input(z.strictObject({ id: z.string(), ...priceListChanges }))
    .output(withPriceList)
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      await updatePriceList(ctx.em, id, changes)
      await ctx.em.flush()
      return readPriceList(ctx.em, id)
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/price-lists/{id}', 'Delete a price list with its prices'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deletePriceList(ctx.em, id)
      return { id, object: 'price-list', deleted: true }
    }),
})

/** The text occurs in what the list says of itself, or in the name of a group that it is for. */
function mentions(text: string | undefined): Condition | undefined {
  const own = search(text, ['name', 'description'])
  return own && { $or: [own, { customer_groups: { $some: search(text, ['name']) } }] }
}
