import { z } from 'zod'
import { findCurrency } from '#entities/market/currency/find-currency.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { rest } from '../context/meta.ts'
import { booleanFilter, orderParams, pagingParams } from '../inputs/query.ts'
import { openList } from '../procedures/row-list.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { equalTo, searchText } from '../reading/conditions.ts'
import { readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { CurrencyResource } from '../resources/region.ts'

const view = { resource: CurrencyResource, defaultOrder: 'code' }

const filters = { code: z.string().optional(), q: z.string().optional(), includes_tax: booleanFilter.optional() }

export const currencies = router({
  list: openList('currencies', view, filters, { page: { ...pagingParams(20), ...orderParams } })
    .meta(rest('GET', '/currencies', 'List currencies'))
    .query(({ input: { code, includes_tax, q } }) => [
      equalTo({ code, includes_tax }),
      searchText(q, ['code', 'name']),
    ]),

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
