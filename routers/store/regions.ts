import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { Region } from '#entities/region/region.ts'
import { rest } from '../meta.ts'
import { within } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { dateFilter, ordering, paging, selecting } from '../schemas/query.ts'
import { answer, listAnswer, type Many, many, resource } from '../schemas/resource.ts'
import { CountryResource, RegionResource } from '../schemas/resources/region.ts'
import { openProcedure, router } from '../trpc.ts'

/** A region as a storefront may see it: its tax rates are the business of the shop. */
const StoreRegion = resource(
  'StoreRegion',
  RegionResource.omit({ tax_rates: true, tax_provider: true, countries: true }).shape,
  {
    get countries(): Many<StoreCountryView> {
      return many(StoreCountry)
    },
  },
)

const StoreCountry = resource('StoreCountry', CountryResource.omit({ region: true }).shape)
interface StoreCountryView extends z.output<typeof StoreCountry> {}

const view = {
  entity: Region,
  resource: StoreRegion,
  defaults: { relations: ['countries', 'currency', 'fulfillment_providers', 'payment_providers'] },
}

const filters = { created_at: dateFilter.optional(), updated_at: dateFilter.optional() }

export const regions = router({
  list: openProcedure
    .meta(rest('GET', '/regions', 'List the regions of the shop', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(100), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('regions', StoreRegion))
    .query(async ({ ctx, input }) => {
      const { created_at, updated_at } = input
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where: [within({ created_at, updated_at })] })
      return { regions: rows, ...page }
    }),

  get: openProcedure
    .meta(rest('GET', '/regions/{id}', 'Read a region', { mayBeStale: true }))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(answer({ region: StoreRegion }))
    .query(async ({ ctx, input }) => {
      const region = await readRow(ctx.em, input, { ...view, where: [{ id: input.id }] })
      if (!region) throw new NotFound(`Region with ${input.id} was not found`)
      return { region }
    }),
})
