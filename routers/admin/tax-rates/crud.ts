import { z } from 'zod'
import { createTaxRate } from '#entities/catalogue/tax-rate/create-tax-rate.ts'
import { updateTaxRate } from '#entities/catalogue/tax-rate/update-tax-rate.ts'
import { deleteTaxRate } from '#entities/market/tax/delete-tax-rate.ts'
import { TaxRate } from '#entities/market/tax/tax-rate.ts'
import { rest } from '../../context/meta.ts'
import { optionalInputs } from '../../inputs/columns.ts'
import { TrimmedText } from '../../inputs/common.ts'
import { dateFilter, numberFilter, orderParams, pagingParams, queryOneOrList } from '../../inputs/query.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { adminDeletion } from '../../procedures/row-mutation.ts'
import { router } from '../../procedures/trpc.ts'
import { equalTo, inRange, searchText } from '../../reading/conditions.ts'
import { listSelectionParams, taxRateAnswer, taxRateMutation, taxRateReadOptions } from './read-tax-rate.ts'

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
  list: adminList('tax_rates', taxRateReadOptions, filters, {
    page: { ...pagingParams(50), ...orderParams, ...listSelectionParams },
  })
    .meta(rest('GET', '/tax-rates', 'List tax rates'))
    .query(({ input: { region_id, name, code, rate, created_at, updated_at, q } }) => [
      equalTo({ region_id, name, code }),
      inRange({ created_at, updated_at, rate }),
      searchText(q, ['name']),
    ]),

  get: adminGet(taxRateAnswer, rest('GET', '/tax-rates/{id}', 'Retrieve a tax rate'), listSelectionParams),

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
    .mutation(({ ctx, input: { id } }) => deleteTaxRate(ctx.em, id)),
})
