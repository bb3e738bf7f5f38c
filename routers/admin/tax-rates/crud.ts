import { z } from 'zod'
import { createTaxRate } from '#entities/tax/create-tax-rate.ts'
import { TaxRate } from '#entities/tax/tax-rate.ts'
import { updateTaxRate } from '#entities/tax/update-tax-rate.ts'
import { rest } from '../../meta.ts'
import { deleted } from '../../schemas/common.ts'
import { equal, search, within } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import { dateFilter, numberFilter, ordering, paging, queryOneOrList } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { AppliedTaxRateResource } from '../../schemas/resources/tax-rate.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { fillCounts } from './fill-counts.ts'
import { joined, readTaxRate, selectingByList, view, withRate } from './read-tax-rate.ts'

const filters = {
  region_id: queryOneOrList.optional(),
  name: z.string().optional(),
  code: z.string().optional(),
  rate: numberFilter.optional(),
  updated_at: dateFilter.optional(),
  created_at: dateFilter.optional(),
  q: z.string().optional(),
}

const Percent = z.number().min(0).max(100)
const ids = z.array(z.string()).nullish()
const things = { products: ids, shipping_options: ids, product_types: ids }

export const crud = router({
  list: adminProcedure
    .meta(rest('GET', '/tax-rates', 'List the tax rates'))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selectingByList, ...filters }).prefault({}))
    .output(listAnswer('tax_rates', AppliedTaxRateResource))
    .query(async ({ ctx, input }) => {
      const { region_id, name, code, rate, created_at, updated_at, q } = input
      const { rows, ...page } = await listRows(
        ctx.em,
        { ...input, ...joined(input) },
        {
          ...view,
          where: [equal({ region_id, name, code }), within({ created_at, updated_at, rate }), search(q, ['name'])],
        },
      )
      await fillCounts(ctx.em, rows)
      return { tax_rates: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/tax-rates/{id}', 'Read a tax rate'))
    .input(z.strictObject({ id: z.string(), ...selectingByList }))
    .output(withRate)
    .query(async ({ ctx, input }) => readTaxRate(ctx.em, input.id, input)),

  create: adminProcedure
    .meta(rest('POST', '/tax-rates', 'Add a tax rate'))
    .input(
      z.strictObject({
        code: z.string(),
        name: z.string(),
        region_id: z.string(),
        rate: Percent.nullish(),
        ...things,
        ...selectingByList,
      }),
    )
    .output(withRate)
    .mutation(async ({ ctx, input: { expand, fields, ...facts } }) => {
      const { id } = await createTaxRate(ctx.em, facts)
      return readTaxRate(ctx.em, id, { expand, fields })
    }),

  update: adminProcedure
    .meta(rest('POST', '/tax-rates/{id}', 'Change a tax rate'))
    .input(
      z.strictObject({
        id: z.string(),
        code: z.string().nullish(),
        name: z.string().nullish(),
        region_id: z.string().nullish(),
        rate: Percent.nullish(),
        ...things,
        ...selectingByList,
      }),
    )
    .output(withRate)
    .mutation(async ({ ctx, input: { id, expand, fields, ...changes } }) => {
      await updateTaxRate(ctx.em, id, changes)
      return readTaxRate(ctx.em, id, { expand, fields })
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/tax-rates/{id}', 'Delete a tax rate'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.em.nativeDelete(TaxRate, { id })
      return { id, object: 'tax-rate', deleted: true }
    }),
})
