import { z } from 'zod'
import { cancelClaim } from '#entities/orders/claim/cancel-claim.ts'
import {
  cancelClaimFulfillment,
  fulfillClaim,
  shipClaimFulfillment,
} from '#entities/orders/claim/claim-fulfillments.ts'
import { createClaim } from '#entities/orders/claim/create-claim.ts'
import { updateClaim } from '#entities/orders/claim/update-claim.ts'
import { fulfillmentFields, shipmentFields } from '../../inputs/line-quantities.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { claimChanges, newClaim } from './claim-inputs.ts'
import { assertSelection, orderInput, orderResponse, readAdminOrder } from './read-order.ts'

/* Something was wrong with what an order brought. Every answer is the order. */

const claimInput = { ...orderInput, claim_id: z.string() }

export const claims = router({
  createClaim: adminProcedure
    .meta(rest('POST', '/orders/{id}/claims', 'Create a claim', { issuesKey: true }))
    .input(z.strictObject({ ...newClaim, ...orderInput }))
    .output(orderResponse)
    .mutation(async ({ ctx, input: { id, expand, fields, ...claim } }) => {
      assertSelection({ expand, fields })
      await createClaim(ctx.em, ctx.providers, { ...claim, order_id: id })
      await ctx.em.flush()
      return readAdminOrder(ctx.em, id, { expand, fields })
    }),

  updateClaim: adminProcedure
    .meta(rest('POST', '/orders/{id}/claims/{claim_id}', 'Update a claim'))
    .input(z.strictObject({ ...claimInput, ...claimChanges }))
    .output(orderResponse)
    .mutation(async ({ ctx, input: { id, expand, fields, ...changes } }) => {
      assertSelection({ expand, fields })
      await updateClaim(ctx.em, ctx.providers.fulfillment, { ...changes, order_id: id })
      await ctx.em.flush()
      return readAdminOrder(ctx.em, id, { expand, fields })
    }),

  cancelClaim: adminProcedure
    .meta(rest('POST', '/orders/{id}/claims/{claim_id}/cancel', 'Cancel a claim'))
    .input(z.strictObject(claimInput))
    .output(orderResponse)
    .mutation(async ({ ctx, input: { id, claim_id, ...wanted } }) => {
      assertSelection(wanted)
      await cancelClaim(ctx.em, { order_id: id, claim_id })
      await ctx.em.flush()
      return readAdminOrder(ctx.em, id, wanted)
    }),

  fulfillClaim: adminProcedure
    .meta(rest('POST', '/orders/{id}/claims/{claim_id}/fulfillments', 'Create a fulfillment for a claim'))
    .input(z.strictObject({ ...claimInput, ...fulfillmentFields }))
    .output(orderResponse)
    .mutation(async ({ ctx, input: { id, expand, fields, ...packed } }) => {
      assertSelection({ expand, fields })
      await fulfillClaim(ctx.em, ctx.providers.fulfillment, { ...packed, order_id: id })
      await ctx.em.flush()
      return readAdminOrder(ctx.em, id, { expand, fields })
    }),

  cancelClaimFulfillment: adminProcedure
    .meta(
      rest(
        'POST',
        '/orders/{id}/claims/{claim_id}/fulfillments/{fulfillment_id}/cancel',
        'Cancel a fulfillment of a claim',
      ),
    )
    .input(z.strictObject({ ...claimInput, fulfillment_id: z.string() }))
    .output(orderResponse)
    .mutation(async ({ ctx, input: { id, claim_id, fulfillment_id, ...wanted } }) => {
      assertSelection(wanted)
      await cancelClaimFulfillment(ctx.em, ctx.providers.fulfillment, { order_id: id, claim_id, fulfillment_id })
      await ctx.em.flush()
      return readAdminOrder(ctx.em, id, wanted)
    }),

  createClaimShipment: adminProcedure
    .meta(rest('POST', '/orders/{id}/claims/{claim_id}/shipments', 'Create a shipment for a claim'))
    .input(z.strictObject({ ...claimInput, ...shipmentFields }))
    .output(orderResponse)
    .mutation(async ({ ctx, input: { id, claim_id, fulfillment_id, tracking_numbers, ...wanted } }) => {
      assertSelection(wanted)
      const ids = { order_id: id, claim_id, fulfillment_id }
      await shipClaimFulfillment(ctx.em, { ...ids, tracking_numbers: tracking_numbers ?? [] })
      await ctx.em.flush()
      return readAdminOrder(ctx.em, id, wanted)
    }),
})
