import { z } from 'zod'
import { lockPriceList } from '#entities/price-list/find-price-list.ts'
import {
  putPrices,
  removePrices,
  removeProductPrices,
  removeVariantPrices,
  replacePrices,
} from '#entities/price-list/list-prices.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { ChangedPrices } from './inputs.ts'
import { readPriceList, withPriceList } from './read-price-list.ts'

const ids = z.array(z.string()).min(1)
const removed = z.object({ ids: z.array(z.string()), object: z.string(), deleted: z.boolean() })

export const prices = router({
  addPrices: adminProcedure
    .meta(rest('POST', '/price-lists/{id}/prices/batch', 'Add prices to a price list, or replace them all'))
    .input(z.strictObject({ id: z.string(), prices: ChangedPrices, override: z.boolean().nullish() }))
    .output(withPriceList)
    .mutation(async ({ ctx, input: { id, prices, override } }) => {
      await lockPriceList(ctx.em, id)
      const put = override ? replacePrices : putPrices
      await put(ctx.em, id, prices)
      await ctx.em.flush()
      return readPriceList(ctx.em, id)
    }),

  removePrices: adminProcedure
    .meta(rest('DELETE', '/price-lists/{id}/prices/batch', 'Take prices off a price list'))
    .input(z.strictObject({ id: z.string(), price_ids: ids }))
    .output(removed)
    .mutation(async ({ ctx, input: { id, price_ids } }) => {
      await removePrices(ctx.em, id, price_ids)
      return { ids: price_ids, object: 'money-amount', deleted: true }
    }),

  removeProductPrices: adminProcedure
    .meta(rest('DELETE', '/price-lists/{id}/products/{product_id}/prices', 'Take a product off a price list'))
    .input(z.strictObject({ id: z.string(), product_id: z.string() }))
    .output(removed)
    .mutation(async ({ ctx, input: { id, product_id } }) => {
      return { ids: await removeProductPrices(ctx.em, id, [product_id]), object: 'money-amount', deleted: true }
    }),

  removeProductsPrices: adminProcedure
    .meta(rest('DELETE', '/price-lists/{id}/products/prices/batch', 'Take products off a price list'))
    .input(z.strictObject({ id: z.string(), product_ids: ids }))
    .output(removed)
    .mutation(async ({ ctx, input: { id, product_ids } }) => {
      return { ids: await removeProductPrices(ctx.em, id, product_ids), object: 'money-amount', deleted: true }
    }),

  removeVariantPrices: adminProcedure
    .meta(rest('DELETE', '/price-lists/{id}/variants/{variant_id}/prices', 'Take a variant off a price list'))
    .input(z.strictObject({ id: z.string(), variant_id: z.string() }))
    .output(removed)
    .mutation(async ({ ctx, input: { id, variant_id } }) => {
      return { ids: await removeVariantPrices(ctx.em, id, variant_id), object: 'money-amount', deleted: true }
    }),
})
