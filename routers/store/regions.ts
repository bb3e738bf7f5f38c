import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { Country } from '#entities/market/region/country.ts'
import { Region } from '#entities/market/region/region.ts'
import { dateFilter, orderingBy, pagingParams, selectionParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { columnsOf } from '../reading/columns.ts'
import { inRange } from '../reading/conditions.ts'
import { defineResource, toMany, toOne } from '../reading/define-resource.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { CurrencyResource, FulfillmentProviderResource, PaymentProviderResource } from '../resources/region.ts'
import { catalogueProcedure, router } from '../trpc.ts'

/** The columns omit tax rates, which the shop keeps private. */
const StoreRegion = defineResource({
  name: 'StoreRegion',
  entity: Region,
  columns: columnsOf(Region),
  relations: () => ({
    currency: toOne(CurrencyResource),
    countries: toMany(StoreCountry),
    payment_providers: toMany(PaymentProviderResource),
    fulfillment_providers: toMany(FulfillmentProviderResource),
  }),
})

const StoreCountry = defineResource({ name: 'StoreCountry', entity: Country, columns: columnsOf(Country) })

const SORTABLE = ['id', 'name', 'currency_code', 'tax_rate', 'created_at', 'updated_at']

const view = {
  resource: StoreRegion,
  defaults: { relations: ['countries', 'currency', 'fulfillment_providers', 'payment_providers'] },
}

const filters = { created_at: dateFilter.optional(), updated_at: dateFilter.optional() }

export const regions = router({
  list: catalogueProcedure
    .meta(rest('GET', '/regions', 'List regions'))
    .input(
      z.strictObject({ ...pagingParams(100), ...orderingBy(SORTABLE), ...selectionParams, ...filters }).prefault({}),
    )
    .output(listResponseSchema('regions', StoreRegion))
    .query(async ({ ctx, input }) => {
      const { created_at, updated_at } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        sortable: SORTABLE,
        where: [inRange({ created_at, updated_at })],
      })
      return { regions: rows, ...page }
    }),

  get: catalogueProcedure
    .meta(rest('GET', '/regions/{id}', 'Retrieve a region'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(responseSchema({ region: StoreRegion }))
    .query(async ({ ctx, input }) => {
      const region = await readRow(ctx.em, input, { ...view, where: [{ id: input.id }] })
      if (!region) throw new NotFound(`Region with ${input.id} was not found`)
      return { region }
    }),
})
