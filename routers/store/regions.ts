import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { Region } from '#entities/market/region/region.ts'
import { dateFilter, orderingBy, pagingParams, selectionParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { inRange } from '../reading/conditions.ts'
import { listRows, readRow } from '../reading/list-rows.ts'
import { listResponseSchema, resource, responseSchema, type ToMany, toMany } from '../reading/resource.ts'
import { CountryResource, RegionResource } from '../resources/region.ts'
import { openProcedure, router } from '../trpc.ts'

/** A region as a storefront may see it: its tax rates are the business of the shop. */
const StoreRegion = resource(
  'StoreRegion',
  RegionResource.omit({ tax_rates: true, tax_provider: true, countries: true }).shape,
  {
    get countries(): ToMany<StoreCountryView> {
      return toMany(StoreCountry)
    },
  },
)

const StoreCountry = resource('StoreCountry', CountryResource.omit({ region: true }).shape)
interface StoreCountryView extends z.output<typeof StoreCountry> {}

const SORTABLE = ['id', 'name', 'currency_code', 'tax_rate', 'created_at', 'updated_at']

const view = {
  entity: Region,
  resource: StoreRegion,
  defaults: { relations: ['countries', 'currency', 'fulfillment_providers', 'payment_providers'] },
}

const filters = { created_at: dateFilter.optional(), updated_at: dateFilter.optional() }

export const regions = router({
  list: openProcedure
    .meta(rest('GET', '/regions', 'List regions', { mayBeStale: true }))
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

  get: openProcedure
    .meta(rest('GET', '/regions/{id}', 'Retrieve a region', { mayBeStale: true }))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(responseSchema({ region: StoreRegion }))
    .query(async ({ ctx, input }) => {
      const region = await readRow(ctx.em, input, { ...view, where: [{ id: input.id }] })
      if (!region) throw new NotFound(`Region with ${input.id} was not found`)
      return { region }
    }),
})
