import { z } from 'zod'
import { lockRegion } from '#entities/market/region/find-region.ts'
import { addCountry, removeCountry } from '#entities/market/region/region-countries.ts'
import { rest } from '../../context/meta.ts'
import { router } from '../../procedures/trpc.ts'
import { regionMutation } from './read-region.ts'

const Input = z.strictObject({ id: z.string(), country_code: z.string() })

export const countries = router({
  addCountry: regionMutation(Input)
    .meta(rest('POST', '/regions/{id}/countries', 'Add a country to a region'))
    .mutation(async ({ ctx, input: { id, country_code } }) => {
      await lockRegion(ctx.em, id)
      await addCountry(ctx.em, id, country_code)
    }),

  removeCountry: regionMutation(Input)
    .meta(rest('DELETE', '/regions/{id}/countries/{country_code}', 'Remove a country from a region', { lockKey: 'id' }))
    .mutation(async ({ ctx, input: { id, country_code } }) => {
      await lockRegion(ctx.em, id)
      await removeCountry(ctx.em, id, country_code)
    }),
})
