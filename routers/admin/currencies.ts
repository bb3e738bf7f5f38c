import { z } from 'zod'
import { findCurrency } from '#entities/market/currency/find-currency.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { booleanFilter, orderParams, pagingParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { equalTo, searchText } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { CurrencyResource } from '../resources/region.ts'
import { adminProcedure, openProcedure, router } from '../trpc.ts'

const view = { resource: CurrencyResource }

const filters = { code: z.string().optional(), q: z.string().optional(), includes_tax: booleanFilter.optional() }

export const currencies = router({
  list: openProcedure
    .meta(rest('GET', '/currencies', 'List currencies'))
    .input(z.strictObject({ ...pagingParams(20), ...orderParams, ...filters }).prefault({}))
    .output(listResponseSchema('currencies', CurrencyResource))
    .query(async ({ ctx, input }) => {
      const { code, includes_tax, q } = input
      const where = [equalTo({ code, includes_tax }), searchText(q, ['code', 'name'])]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where, defaultOrder: 'code' })
      return { currencies: rows, ...page }
    }),

  update: adminProcedure
    .meta(rest('POST', '/currencies/{code}', 'Update a currency'))
    .input(z.strictObject({ code: z.string(), includes_tax: z.boolean().nullish() }))
    .output(responseSchema({ currency: CurrencyResource }))
    .mutation(async ({ ctx, input: { code, ...changes } }) => {
      const row = await findCurrency(ctx.em, code)
      applyChanges(row, changes)
      await announce(ctx.em, 'currency.updated', { id: row.code, code: row.code })
      await ctx.em.flush()
      const currency = await readRow(ctx.em, {}, { ...view, where: [{ code: row.code }] })
      return { currency: currency! }
    }),
})
