import { z } from 'zod'
import { lockPriceList } from '#entities/catalogue/price-list/find-price-list.ts'
import {
  removePrices,
  removeProductPrices,
  removeVariantPrices,
  replaceListPrices,
  upsertListPrices,
} from '#entities/catalogue/price-list/list-prices.ts'
import { rest } from '../../context/meta.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { ChangedPrices } from './price-list-inputs.ts'
import { priceListMutation } from './read-price-list.ts'

const ids = z.array(z.string()).min(1)
const pricesDeletionResponse = z.object({ ids: z.array(z.string()), object: z.string(), deleted: z.boolean() })

export const prices = router({
  addPrices: priceListMutation(
    z.strictObject({ id: z.string(), prices: ChangedPrices, override: z.boolean().nullish() }),
  )
    .meta(rest('POST', '/price-lists/{id}/prices/batch', 'Add or replace the prices of a price list'))
    .mutation(async ({ ctx, input: { id, prices, override } }) => {
      await lockPriceList(ctx.em, id)
      const put = override ? replaceListPrices : upsertListPrices
      await put(ctx.em, id, prices)
    }),

  removePrices: adminProcedure
    .meta(rest('DELETE', '/price-lists/{id}/prices/batch', 'Remove prices from a price list'))
    .input(z.strictObject({ id: z.string(), price_ids: ids }))
    .output(pricesDeletionResponse)
    .mutation(async ({ ctx, input: { id, price_ids } }) => {
      await removePrices(ctx.em, id, price_ids)
      return { ids: price_ids, object: 'money-amount', deleted: true }
    }),

  removeProductPrices: adminProcedure
    .meta(
      rest(
        'DELETE',
        '/price-lists/{id}/products/{product_id}/prices',
        'Remove the prices of a product from a price list',
        { lockKey: 'id' },
      ),
    )
    .input(z.strictObject({ id: z.string(), product_id: z.string() }))
    .output(pricesDeletionResponse)
    .mutation(async ({ ctx, input: { id, product_id } }) => {
      return { ids: await removeProductPrices(ctx.em, id, [product_id]), object: 'money-amount', deleted: true }
    }),

  removeProductsPrices: adminProcedure
    .meta(
      rest(
        'DELETE',
        '/price-lists/{id}/products/prices/batch',
        'Remove the prices of several products from a price list',
      ),
    )
    .input(z.strictObject({ id: z.string(), product_ids: ids }))
    .output(pricesDeletionResponse)
    .mutation(async ({ ctx, input: { id, product_ids } }) => {
      return { ids: await removeProductPrices(ctx.em, id, product_ids), object: 'money-amount', deleted: true }
    }),

  removeVariantPrices: adminProcedure
    .meta(
      rest(
        'DELETE',
        '/price-lists/{id}/variants/{variant_id}/prices',
        'Remove the prices of a variant from a price list',
        { lockKey: 'id' },
      ),
    )
    .input(z.strictObject({ id: z.string(), variant_id: z.string() }))
    .output(pricesDeletionResponse)
    .mutation(async ({ ctx, input: { id, variant_id } }) => {
      return { ids: await removeVariantPrices(ctx.em, id, variant_id), object: 'money-amount', deleted: true }
    }),
})
