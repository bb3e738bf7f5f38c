import { z } from 'zod'
import { cancelClaim } from '#entities/orders/claim/cancel-claim.ts'
import {
  cancelClaimFulfillment,
  fulfillClaim,
  shipClaimFulfillment,
} from '#entities/orders/claim/claim-fulfillments.ts'
import { createClaim } from '#entities/orders/claim/create-claim.ts'
import { updateClaim } from '#entities/orders/claim/update-claim.ts'
import { rest } from '../../context/meta.ts'
import { withFields } from '../../filters/field-inputs.ts'
import { fulfillmentFields, shipmentFields } from '../../inputs/line-quantities.ts'
import { router } from '../../procedures/trpc.ts'
import { claimChanges, newClaim } from './claim-inputs.ts'
import { orderInput, orderMutation } from './read-order.ts'

const claimInput = { ...orderInput, claim_id: z.string() }

export const claims = router({
  createClaim: orderMutation(withFields(['claim', 'admin'], { ...newClaim, ...orderInput }))
    .meta(rest('POST', '/orders/{id}/claims', 'Create a claim', { issuesIdempotencyKey: true }))
    .mutation(async ({ ctx, input: { id, ...claim } }) => {
      await createClaim(ctx.em, ctx.providers, { ...claim, order_id: id })
    }),

  updateClaim: orderMutation(withFields(['claim', 'admin'], { ...claimInput, ...claimChanges }))
    .meta(rest('POST', '/orders/{id}/claims/{claim_id}', 'Update a claim', { lockKey: 'id' }))
    .mutation(({ ctx, input: { id, ...changes } }) =>
      updateClaim(ctx.em, ctx.providers.fulfillment, { ...changes, order_id: id }),
    ),

  cancelClaim: orderMutation(z.strictObject(claimInput))
    .meta(rest('POST', '/orders/{id}/claims/{claim_id}/cancel', 'Cancel a claim', { lockKey: 'id' }))
    .mutation(({ ctx, input: { id, claim_id } }) => cancelClaim(ctx.em, { order_id: id, claim_id })),

  fulfillClaim: orderMutation(z.strictObject({ ...claimInput, ...fulfillmentFields }))
    .meta(
      rest('POST', '/orders/{id}/claims/{claim_id}/fulfillments', 'Create a fulfillment for a claim', {
        lockKey: 'id',
      }),
    )
    .mutation(({ ctx, input: { id, ...packed } }) =>
      fulfillClaim(ctx.em, ctx.providers.fulfillment, { ...packed, order_id: id }),
    ),

  cancelClaimFulfillment: orderMutation(z.strictObject({ ...claimInput, fulfillment_id: z.string() }))
    .meta(
      rest(
        'POST',
        '/orders/{id}/claims/{claim_id}/fulfillments/{fulfillment_id}/cancel',
        'Cancel a fulfillment of a claim',
        { lockKey: 'id' },
      ),
    )
    .mutation(({ ctx, input: { id, claim_id, fulfillment_id } }) =>
      cancelClaimFulfillment(ctx.em, ctx.providers.fulfillment, { order_id: id, claim_id, fulfillment_id }),
    ),

  createClaimShipment: orderMutation(z.strictObject({ ...claimInput, ...shipmentFields }))
    .meta(rest('POST', '/orders/{id}/claims/{claim_id}/shipments', 'Create a shipment for a claim', { lockKey: 'id' }))
    .mutation(async ({ ctx, input: { id, claim_id, fulfillment_id, tracking_numbers, carrier } }) => {
      const ids = { order_id: id, claim_id, fulfillment_id }
      await shipClaimFulfillment(ctx.em, { ...ids, carrier, tracking_numbers: tracking_numbers ?? [] })
    }),
})
