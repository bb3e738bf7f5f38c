import { z } from 'zod'
import { lockRegion } from '#entities/market/region/find-region.ts'
import { addProvider, fulfillmentProvidersOf, removeProvider } from '#entities/market/region/region-providers.ts'
import { rest } from '../../context/meta.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { regionMutation } from './read-region.ts'

const Input = z.strictObject({ id: z.string(), provider_id: z.string() })

const FulfillmentOptions = z.object({
  provider_id: z.string(),
  options: z.array(z.record(z.string(), z.unknown())),
})

export const providers = router({
  addPaymentProvider: regionMutation(Input)
    .meta(rest('POST', '/regions/{id}/payment-providers', 'Add a payment provider to a region'))
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      await lockRegion(ctx.em, id)
      await addProvider(ctx.em, 'Payment', id, provider_id)
    }),

  removePaymentProvider: regionMutation(Input)
    .meta(
      rest('DELETE', '/regions/{id}/payment-providers/{provider_id}', 'Remove a payment provider from a region', {
        lockKey: 'id',
      }),
    )
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      await lockRegion(ctx.em, id)
      await removeProvider(ctx.em, 'Payment', id, provider_id)
    }),

  addFulfillmentProvider: regionMutation(Input)
    .meta(rest('POST', '/regions/{id}/fulfillment-providers', 'Add a fulfillment provider to a region'))
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      await lockRegion(ctx.em, id)
      await addProvider(ctx.em, 'Fulfillment', id, provider_id)
    }),

  removeFulfillmentProvider: regionMutation(Input)
    .meta(
      rest(
        'DELETE',
        '/regions/{id}/fulfillment-providers/{provider_id}',
        'Remove a fulfillment provider from a region',
        { lockKey: 'id' },
      ),
    )
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      await lockRegion(ctx.em, id)
      await removeProvider(ctx.em, 'Fulfillment', id, provider_id)
    }),

  listFulfillmentOptions: adminProcedure
    .meta(rest('GET', '/regions/{id}/fulfillment-options', 'List the fulfillment options of a region'))
    .input(z.strictObject({ id: z.string() }))
    .output(z.object({ fulfillment_options: z.array(FulfillmentOptions) }))
    .query(async ({ ctx, input }) => {
      const ids = await fulfillmentProvidersOf(ctx.em, input.id)
      const fulfillment_options = ids.map(async (provider_id) => ({
        provider_id,
        options: (await ctx.providers.fulfillment.get(provider_id)?.options()) ?? [],
      }))
      return { fulfillment_options: await Promise.all(fulfillment_options) }
    }),
})
