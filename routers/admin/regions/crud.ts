import { z } from 'zod'
import { createRegion } from '#entities/market/region/create-region.ts'
import { createRegions, STORE_CURRENCIES, type StoreCurrency } from '#entities/market/region/create-regions.ts'
import { Region } from '#entities/market/region/region.ts'
import { updateRegion } from '#entities/market/region/update-region.ts'
import { assertAllowed } from '#entities/people/role/grant.ts'
import type { Callable } from '#entities/people/role/scopes.ts'
import { deleteRegion } from '#entities/promotions/discount/delete-region.ts'
import { rest } from '../../context/meta.ts'
import { withChanges, withFields } from '../../filters/field-inputs.ts'
import { optionalInputs } from '../../inputs/columns.ts'
import { Price, TrimmedText } from '../../inputs/common.ts'
import { dateFilter } from '../../inputs/query.ts'
import { translations } from '../../inputs/translations.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { adminDeletion } from '../../procedures/row-mutation.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { inRange, searchText } from '../../reading/conditions.ts'
import { regionAnswer, regionMutation, regionReadOptions } from './read-region.ts'

const filters = {
  q: z.string().optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
}

const changeOfStore = (currency: StoreCurrency): Callable => ({
  name: currency === 'default' ? 'store.update' : 'store.addCurrency',
  reads: false,
})

const { tax_code, includes_tax, metadata } = optionalInputs(Region, ['tax_code', 'includes_tax', 'metadata'])

export const regionCrud = router({
  list: adminList('regions', regionReadOptions, filters, { pageSize: 50, fields: 'region' })
    .meta(rest('GET', '/regions', 'List regions'))
    .query(({ input: { q, created_at, updated_at, deleted_at } }) => [
      searchText(q, ['name']),
      inRange({ created_at, updated_at, deleted_at }),
    ]),

  get: adminGet(regionAnswer, rest('GET', '/regions/{id}', 'Retrieve a region')),

  create: regionMutation(
    withFields(['region', 'admin'], {
      name: TrimmedText,
      currency_code: z.string(),
      tax_code,
      tax_rate: z.number(),
      payment_providers: z.array(z.string()),
      fulfillment_providers: z.array(z.string()),
      countries: z.array(z.string()),
      includes_tax: z.boolean().optional(),
      metadata,
      ...translations,
    }),
  )
    .meta(rest('POST', '/regions', 'Create a region'))
    .mutation(({ ctx, input }) => createRegion(ctx.em, input)),

  createBatch: adminProcedure
    .meta(rest('POST', '/regions/batch', 'Create regions that differ only in their countries and tax'))
    .input(
      z.strictObject({
        regions: z
          .array(z.strictObject({ name: TrimmedText, countries: z.array(z.string()).min(1), tax_rate: z.number() }))
          .min(1)
          .max(250),
        currency_code: z.string(),
        includes_tax: z.boolean().optional(),
        payment_providers: z.array(z.string()),
        fulfillment_providers: z.array(z.string()),
        /** The way to ship to each region. The amount is in minor units. */
        shipping: z.strictObject({ name: TrimmedText, amount: Price }).optional(),
        /** `added` needs the right to add a currency, and `default` the right to update the store. */
        store_currency: z.enum(STORE_CURRENCIES).optional(),
      }),
    )
    .output(z.object({ ids: z.array(z.string()) }))
    .mutation(async ({ ctx, input }) => {
      if (input.store_currency) assertAllowed(ctx.grants, changeOfStore(input.store_currency))
      const ids = await createRegions(ctx.em, ctx.providers.fulfillment, input)
      await ctx.em.flush()
      return { ids }
    }),

  update: regionMutation(
    withChanges(['region', 'admin'], {
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
      ...translations,
    }),
  )
    .meta(rest('POST', '/regions/{id}', 'Update a region'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateRegion(ctx.em, id, changes)),

  delete: adminDeletion('region')
    .meta(rest('DELETE', '/regions/{id}', 'Delete a region'))
    .mutation(({ ctx, input: { id } }) => deleteRegion(ctx.em, id)),
})
