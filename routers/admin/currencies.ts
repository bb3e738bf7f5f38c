import { z } from 'zod'
import { change } from '#entities/change.ts'
import { Currency } from '#entities/currency/currency.ts'
import { findCurrency } from '#entities/currency/find-currency.ts'
import { announce } from '#entities/event/announce.ts'
import { rest } from '../meta.ts'
import { equal, search } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { booleanFilter, ordering, paging } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { CurrencyResource } from '../schemas/resources/region.ts'
import { adminProcedure, openProcedure, router } from '../trpc.ts'

const view = { entity: Currency, resource: CurrencyResource }

const filters = { code: z.string().optional(), q: z.string().optional(), includes_tax: booleanFilter.optional() }

export const currencies = router({
  list: openProcedure
    .meta(rest('GET', '/currencies', 'List the currencies of the world'))
    .input(z.strictObject({ ...paging(20), ...ordering, ...filters }).prefault({}))
    .output(listAnswer('currencies', CurrencyResource))
    .query(async ({ ctx, input }) => {
      const { code, includes_tax, q } = input
      const where = [equal({ code, includes_tax }), search(q, ['code', 'name'])]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where, defaultOrder: 'code' })
      return { currencies: rows, ...page }
    }),

  update: adminProcedure
    .meta(rest('POST', '/currencies/{code}', 'Say whether prices in a currency include tax'))
    .input(z.strictObject({ code: z.string(), includes_tax: z.boolean().nullish() }))
    .output(answer({ currency: CurrencyResource }))
    .mutation(async ({ ctx, input: { code, ...changes } }) => {
      const found = await findCurrency(ctx.em, code)
      change(found, changes)
      await announce(ctx.em, 'currency.updated', { id: found.code, code: found.code })
      await ctx.em.flush()
      const currency = await readRow(ctx.em, {}, { ...view, where: [{ code: found.code }] })
      return { currency: currency! }
    }),
})
