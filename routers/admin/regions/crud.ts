import { z } from 'zod'
import { createRegion } from '#entities/market/region/create-region.ts'
import { Region } from '#entities/market/region/region.ts'
import { updateRegion } from '#entities/market/region/update-region.ts'
import { deleteRegion } from '#entities/promotions/discount/delete-region.ts'
import { TrimmedText } from '../../inputs/common.ts'
import { dateFilter, orderParams, pagingParams, selectionParams } from '../../inputs/query.ts'
import { rest } from '../../meta.ts'
import { optionalInputs } from '../../reading/columns.ts'
import { inRange, searchText } from '../../reading/conditions.ts'
import { listRows } from '../../reading/list-rows.ts'
import { listResponseSchema } from '../../reading/resource.ts'
import { RegionResource } from '../../resources/region.ts'
import { adminDeletion } from '../../row-mutation.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { readRegion, regionMutation, regionReadOptions, regionResponse } from './read-region.ts'

const filters = {
  q: z.string().optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
}

const { tax_code, includes_tax, metadata } = optionalInputs(Region, ['tax_code', 'includes_tax', 'metadata'])

export const regionCrud = router({
  list: adminProcedure
    .meta(rest('GET', '/regions', 'List regions'))
    .input(z.strictObject({ ...pagingParams(50), ...orderParams, ...selectionParams, ...filters }).prefault({}))
    .output(listResponseSchema('regions', RegionResource))
    .query(async ({ ctx, input }) => {
      const { q, created_at, updated_at, deleted_at } = input
      const where = [searchText(q, ['name']), inRange({ created_at, updated_at, deleted_at })]
      const withDeleted = deleted_at !== undefined
      const { rows, ...page } = await listRows(ctx.em, input, { ...regionReadOptions, where, withDeleted })
      return { regions: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/regions/{id}', 'Retrieve a region'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(regionResponse)
    .query(async ({ ctx, input }) => readRegion(ctx, input.id, input)),

  create: regionMutation(
    z.strictObject({
      name: TrimmedText,
      currency_code: z.string(),
      tax_code,
      tax_rate: z.number(),
      payment_providers: z.array(z.string()),
      fulfillment_providers: z.array(z.string()),
      countries: z.array(z.string()),
      includes_tax: z.boolean().optional(),
      metadata,
    }),
  )
    .meta(rest('POST', '/regions', 'Create a region'))
    .mutation(({ ctx, input }) => createRegion(ctx.em, input)),

  update: regionMutation(
    z.strictObject({
      id: z.string(),
      ...optionalInputs(Region, [
        'name',
        'currency_code',
        'tax_code',
        'tax_rate',
        'gift_cards_taxable',
        'automatic_taxes',
        'tax_provider_id',
      ]),
      payment_providers: z.array(z.string()).nullish(),
      fulfillment_providers: z.array(z.string()).nullish(),
      countries: z.array(z.string()).nullish(),
      includes_tax,
      metadata,
    }),
  )
    .meta(rest('POST', '/regions/{id}', 'Update a region'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateRegion(ctx.em, id, changes)),

  delete: adminDeletion('region')
    .meta(rest('DELETE', '/regions/{id}', 'Delete a region'))
    .mutation(({ ctx, input: { id } }) => deleteRegion(ctx.em, id)),
})
