import { z } from 'zod'
import { revokePaymentLinks } from '#entities/orders/payment-link/lock-payable-owner.ts'
import { rest } from '../../context/meta.ts'
import { paymentLinkOf } from '../../procedures/payment-link.ts'
import { router } from '../../procedures/trpc.ts'
import { orderInput, orderMutation } from './read-order.ts'

export const orderPaymentLinks = router({
  createPaymentLink: paymentLinkOf({
    type: 'order',
    path: '/orders/{id}',
    summary: 'Create a link by which the customer pays the debt of an order',
  }),

  revokePaymentLinks: orderMutation(z.strictObject(orderInput))
    .meta(rest('DELETE', '/orders/{id}/payment-link', 'Revoke the payment links of an order'))
    .mutation(({ ctx, input: { id } }) => revokePaymentLinks(ctx.em, { type: 'order', id })),
})
