import { z } from 'zod'
import { cancelClaim } from '#entities/claim/cancel-claim.ts'
import { cancelClaimParcel, shipClaimParcel } from '#entities/claim/claim-parcels.ts'
import { createClaim } from '#entities/claim/create-claim.ts'
import { fulfillClaim } from '#entities/claim/fulfill-claim.ts'
import { updateClaim } from '#entities/claim/update-claim.ts'
import { rest } from '../../meta.ts'
import { packing, trackedParcel } from '../../schemas/pieces.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { claimChanges, newClaim } from './claim-inputs.ts'
import { checkSelection, orderInput, showAdminOrder, withOrder } from './read-order.ts'

/* Something was wrong with what an order brought. Every answer is the order. */

const claimInput = { ...orderInput, claim_id: z.string() }

export const claims = router({
  createClaim: adminProcedure
    .meta(rest('POST', '/orders/{id}/claims', 'Claim pieces of an order', { issuesKey: true }))
    .input(z.strictObject({ ...newClaim, ...orderInput }))
    .output(withOrder)
    .mutation(async ({ ctx, input: { id, expand, fields, ...claim } }) => {
      checkSelection({ expand, fields })
      await createClaim(ctx.em, ctx.providers, { ...claim, order_id: id })
      await ctx.em.flush()
      return showAdminOrder(ctx.em, id, { expand, fields })
    }),

  updateClaim: adminProcedure
    .meta(rest('POST', '/orders/{id}/claims/{claim_id}', 'Change a claim'))
    .input(z.strictObject({ ...claimInput, ...claimChanges }))
    .output(withOrder)
    .mutation(async ({ ctx, input: { id, expand, fields, ...changes } }) => {
      checkSelection({ expand, fields })
      await updateClaim(ctx.em, ctx.providers.fulfillment, { ...changes, order_id: id })
      await ctx.em.flush()
      return showAdminOrder(ctx.em, id, { expand, fields })
    }),

  cancelClaim: adminProcedure
    .meta(rest('POST', '/orders/{id}/claims/{claim_id}/cancel', 'Cancel a claim'))
    .input(z.strictObject(claimInput))
    .output(withOrder)
    .mutation(async ({ ctx, input: { id, claim_id, ...wanted } }) => {
      checkSelection(wanted)
      await cancelClaim(ctx.em, { order_id: id, claim_id })
      await ctx.em.flush()
      return showAdminOrder(ctx.em, id, wanted)
    }),

  fulfillClaim: adminProcedure
    .meta(rest('POST', '/orders/{id}/claims/{claim_id}/fulfillments', 'Pack what a claim sends instead'))
    .input(z.strictObject({ ...claimInput, ...packing }))
    .output(withOrder)
    .mutation(async ({ ctx, input: { id, expand, fields, ...packed } }) => {
      checkSelection({ expand, fields })
      await fulfillClaim(ctx.em, ctx.providers.fulfillment, { ...packed, order_id: id })
      await ctx.em.flush()
      return showAdminOrder(ctx.em, id, { expand, fields })
    }),

  cancelClaimFulfillment: adminProcedure
    .meta(
      rest('POST', '/orders/{id}/claims/{claim_id}/fulfillments/{fulfillment_id}/cancel', 'Unpack a parcel of a claim'),
    )
    .input(z.strictObject({ ...claimInput, fulfillment_id: z.string() }))
    .output(withOrder)
    .mutation(async ({ ctx, input: { id, claim_id, fulfillment_id, ...wanted } }) => {
      checkSelection(wanted)
      await cancelClaimParcel(ctx.em, ctx.providers.fulfillment, { order_id: id, claim_id, fulfillment_id })
      await ctx.em.flush()
      return showAdminOrder(ctx.em, id, wanted)
    }),

  createClaimShipment: adminProcedure
    .meta(rest('POST', '/orders/{id}/claims/{claim_id}/shipments', 'Register that a parcel of a claim is on its way'))
    .input(z.strictObject({ ...claimInput, ...trackedParcel }))
    .output(withOrder)
    .mutation(async ({ ctx, input: { id, claim_id, fulfillment_id, tracking_numbers, ...wanted } }) => {
      checkSelection(wanted)
      const ids = { order_id: id, claim_id, fulfillment_id }
      await shipClaimParcel(ctx.em, { ...ids, tracking_numbers: tracking_numbers ?? [] })
      await ctx.em.flush()
      return showAdminOrder(ctx.em, id, wanted)
    }),
})
