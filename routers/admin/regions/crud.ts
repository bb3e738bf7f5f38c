import { z } from 'zod'
import { createRegion } from '#entities/region/create-region.ts'
import { deleteRegion } from '#entities/region/delete-region.ts'
import { updateRegion } from '#entities/region/update-region.ts'
import { rest } from '../../meta.ts'
import { deleted, Metadata } from '../../schemas/common.ts'
import { search, within } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import { dateFilter, ordering, paging, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { RegionResource } from '../../schemas/resources/region.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { readRegion, view, withRegion } from './read-region.ts'

const filters = {
  q: z.string().optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
}

export const crud = router({
  list: adminProcedure
    .meta(rest('GET', '/regions', 'List the regions'))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('regions', RegionResource))
    .query(async ({ ctx, input }) => {
      const { q, created_at, updated_at, deleted_at } = input
      const where = [search(q, ['name']), within({ created_at, updated_at, deleted_at })]
      const withDeleted = deleted_at !== undefined
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where, withDeleted })
      return { regions: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/regions/{id}', 'Read a region'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(withRegion)
    .query(async ({ ctx, input }) => readRegion(ctx.em, input.id, input)),

  create: adminProcedure
    .meta(rest('POST', '/regions', 'Add a region'))
    .input(
      z.strictObject({
        name: z.string(),
        currency_code: z.string(),
        tax_code: z.string().nullish(),
        tax_rate: z.number(),
        payment_providers: z.array(z.string()),
        fulfillment_providers: z.array(z.string()),
        countries: z.array(z.string()),
        includes_tax: z.boolean().optional(),
        metadata: Metadata.nullish(),
      }),
    )
    .output(withRegion)
    .mutation(async ({ ctx, input }) => {
      const { id } = await createRegion(ctx.em, input)
      await ctx.em.flush()
      return readRegion(ctx.em, id)
    }),

  update: adminProcedure
    .meta(rest('POST', '/regions/{id}', 'Change a region'))
    .input(
      z.strictObject({
        id: z.string(),
        name: z.string().nullish(),
        currency_code: z.string().nullish(),
        tax_code: z.string().nullish(),
        tax_rate: z.number().nullish(),
        gift_cards_taxable: z.boolean().nullish(),
        automatic_taxes: z.boolean().nullish(),
        tax_provider_id: z.string().nullish(),
        payment_providers: z.array(z.string()).nullish(),
        fulfillment_providers: z.array(z.string()).nullish(),
        countries: z.array(z.string()).nullish(),
        includes_tax: z.boolean().nullish(),
        metadata: Metadata.nullish(),
      }),
    )
    .output(withRegion)
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      await updateRegion(ctx.em, id, changes)
      await ctx.em.flush()
      return readRegion(ctx.em, id)
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/regions/{id}', 'Delete a region; its countries are free for others'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteRegion(ctx.em, id)
      await ctx.em.flush()
      return { id, object: 'region', deleted: true }
    }),
})
