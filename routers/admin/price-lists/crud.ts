import { z } from 'zod'
import { createPriceList } from '#entities/catalogue/price-list/create-price-list.ts'
import { deletePriceList } from '#entities/catalogue/price-list/delete-price-list.ts'
import { updatePriceList } from '#entities/catalogue/price-list/update-price-list.ts'
import { rest } from '../../context/meta.ts'
import { dateFilter, expandParam, orderParams, pagingParams, queryList, queryOneOrMany } from '../../inputs/query.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { adminDeletion } from '../../procedures/row-mutation.ts'
import { router } from '../../procedures/trpc.ts'
import { type Condition, equalTo, inRange, relatedTo, searchText } from '../../reading/conditions.ts'
import { newPriceList, priceListChanges } from './price-list-inputs.ts'
import { priceListAnswer, priceListMutation, priceListReadOptions } from './read-price-list.ts'

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

/** A search also covers customer groups. The results then contain the groups, as in Medusa v1. */
const SEARCHED = { relations: ['customer_groups'], relationsWithExpanded: ['customer_groups'] }

export const priceListCrud = router({
  list: adminList('price_lists', priceListReadOptions, filters, {
    page: { ...pagingParams(10), ...orderParams, ...expandParam },
  })
    .meta(rest('GET', '/price-lists', 'List price lists', { allowsStaleReads: true }))
    .query(
      ({ input: { id, q, status, name, customer_groups, description, type, created_at, updated_at, deleted_at } }) => ({
        ...(q ? { defaults: SEARCHED } : {}),
        where: [
          equalTo({ id, status, name, description, type }),
          searchPriceLists(q),
          relatedTo('customer_groups', customer_groups),
          inRange({ created_at, updated_at, deleted_at }),
        ],
      }),
    ),

  get: adminGet(priceListAnswer, rest('GET', '/price-lists/{id}', 'Retrieve a price list with its prices'), {}),

  create: priceListMutation(z.strictObject(newPriceList))
    .meta(rest('POST', '/price-lists', 'Create a price list'))
    .mutation(({ ctx, input }) => createPriceList(ctx.em, input)),

  update: priceListMutation(z.strictObject({ id: z.string(), ...priceListChanges }))
    .meta(rest('POST', '/price-lists/{id}', 'Update a price list'))
    .mutation(({ ctx, input: { id, ...changes } }) => updatePriceList(ctx.em, id, changes)),

  delete: adminDeletion('price-list')
    .meta(rest('DELETE', '/price-lists/{id}', 'Delete a price list with its prices'))
    .mutation(({ ctx, input: { id } }) => deletePriceList(ctx.em, id)),
})

function searchPriceLists(text: string | undefined): Condition | undefined {
  const own = searchText(text, ['name', 'description'])
  return own && { $or: [own, { customer_groups: { $some: searchText(text, ['name']) } }] }
}
