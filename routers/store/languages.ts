import { z } from 'zod'
import { languagesOf } from '#entities/market/language/shop-languages.ts'
import { rest } from '../context/meta.ts'
import { emptyInput } from '../inputs/common.ts'
import { catalogueProcedure, router } from '../procedures/trpc.ts'

export const languages = router({
  list: catalogueProcedure
    .meta(rest('GET', '/languages', 'List the languages of the texts'))
    .input(emptyInput)
    .output(z.object({ languages: z.array(z.object({ code: z.string(), is_default: z.boolean() })) }))
    .query(async ({ ctx }) => {
      const { codes = [] } = (await languagesOf(ctx.em)) ?? {}
      return { languages: codes.map((code, i) => ({ code, is_default: i === 0 })) }
    }),
})
