import { z } from 'zod'
import { lockRegion } from '#entities/market/region/find-region.ts'
import { addCountry, removeCountry } from '#entities/market/region/region-countries.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { readRegion, regionResponse } from './read-region.ts'

const Input = z.strictObject({ id: z.string(), country_code: z.string() })

export const countries = router({
  addCountry: adminProcedure
    .meta(rest('POST', '/regions/{id}/countries', 'Add a country to a region'))
    .input(Input)
    .output(regionResponse)
    .mutation(async ({ ctx, input: { id, country_code } }) => {
      await lockRegion(ctx.em, id)
      await addCountry(ctx.em, id, country_code)
      await ctx.em.flush()
      return readRegion(ctx.em, id)
    }),

  removeCountry: adminProcedure
    .meta(rest('DELETE', '/regions/{id}/countries/{country_code}', 'Remove a country from a region'))
    .input(Input)
    .output(regionResponse)
    .mutation(async ({ ctx, input: { id, country_code } }) => {
      await lockRegion(ctx.em, id)
      await removeCountry(ctx.em, id, country_code)
      return readRegion(ctx.em, id)
    }),
})
