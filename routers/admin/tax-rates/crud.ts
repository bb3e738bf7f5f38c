import { z } from 'zod'
import { createTaxRate } from '#entities/catalogue/tax-rate/create-tax-rate.ts'
import { updateTaxRate } from '#entities/catalogue/tax-rate/update-tax-rate.ts'
import { TaxRate } from '#entities/market/tax/tax-rate.ts'
import { rest } from '../../context/meta.ts'
import { optionalInputs } from '../../inputs/columns.ts'
import { TrimmedText } from '../../inputs/common.ts'
import { dateFilter, numberFilter, orderParams, pagingParams, queryOneOrList } from '../../inputs/query.ts'
import { adminDeletion } from '../../procedures/row-mutation.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { equalTo, inRange, searchText } from '../../reading/conditions.ts'
import { listRows } from '../../reading/list-rows.ts'
import { listResponseSchema } from '../../reading/resource.ts'
import { AppliedTaxRateResource } from '../../resources/tax-rate.ts'
import { fillCounts } from './fill-counts.ts'
import {
  joinSelectionLists,
  listSelectionParams,
  readTaxRate,
  taxRateMutation,
  taxRateReadOptions,
  taxRateResponse,
} from './read-tax-rate.ts'

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
const taxedResources = { products: ids, shipping_options: ids, product_types: ids }

export const taxRateCrud = router({
  list: adminProcedure
    .meta(rest('GET', '/tax-rates', 'List tax rates'))
    .input(z.strictObject({ ...pagingParams(50), ...orderParams, ...listSelectionParams, ...filters }).prefault({}))
    .output(listResponseSchema('tax_rates', AppliedTaxRateResource))
    .query(async ({ ctx, input }) => {
      const { region_id, name, code, rate, created_at, updated_at, q } = input
      const { rows, ...page } = await listRows(
        ctx.em,
        { ...input, ...joinSelectionLists(input) },
        {
          ...taxRateReadOptions,
          where: [
            equalTo({ region_id, name, code }),
            inRange({ created_at, updated_at, rate }),
            searchText(q, ['name']),
          ],
        },
      )
      await fillCounts(ctx.em, rows)
      return { tax_rates: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/tax-rates/{id}', 'Retrieve a tax rate'))
    .input(z.strictObject({ id: z.string(), ...listSelectionParams }))
    .output(taxRateResponse)
    .query(async ({ ctx, input }) => readTaxRate(ctx, input.id, input)),

  create: taxRateMutation(
    z.strictObject({
      code: TrimmedText,
      name: TrimmedText,
      region_id: z.string(),
      rate: Percent.nullish(),
      ...taxedResources,
      ...listSelectionParams,
    }),
  )
    .meta(rest('POST', '/tax-rates', 'Create a tax rate'))
    .mutation(({ ctx, input }) => createTaxRate(ctx.em, input)),

  update: taxRateMutation(
    z.strictObject({
      id: z.string(),
      ...optionalInputs(TaxRate, ['code', 'name', 'region_id']),
      rate: Percent.nullish(),
      ...taxedResources,
      ...listSelectionParams,
    }),
  )
    .meta(rest('POST', '/tax-rates/{id}', 'Update a tax rate'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateTaxRate(ctx.em, id, changes)),

  delete: adminDeletion('tax-rate')
    .meta(rest('DELETE', '/tax-rates/{id}', 'Delete a tax rate'))
    .mutation(({ ctx, input: { id } }) => ctx.em.nativeDelete(TaxRate, { id })),
})
