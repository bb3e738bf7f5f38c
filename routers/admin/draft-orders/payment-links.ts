import { z } from 'zod'
import { revokePaymentLinks } from '#entities/orders/payment-link/lock-payable-owner.ts'
import { rest } from '../../context/meta.ts'
import { paymentLinkOf } from '../../procedures/payment-link.ts'
import { router } from '../../procedures/trpc.ts'
import { draftOrderMutation } from './read-draft-order.ts'

export const paymentLinks = router({
  createPaymentLink: paymentLinkOf({
    type: 'draft_order',
    path: '/draft-orders/{id}',
    summary: 'Create a link by which the customer pays a draft order',
  }),

  revokePaymentLinks: draftOrderMutation(z.strictObject({ id: z.string() }))
    .meta(rest('DELETE', '/draft-orders/{id}/payment-link', 'Revoke the payment links of a draft order'))
    .mutation(({ ctx, input: { id } }) => revokePaymentLinks(ctx.em, { type: 'draft_order', id })),
})
