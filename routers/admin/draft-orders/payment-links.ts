import { z } from 'zod'
import { createPaymentLink, revokePaymentLinks } from '#entities/orders/draft-order/payment-link.ts'
import { rest } from '../../context/meta.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { draftOrderMutation } from './read-draft-order.ts'

const MAX_DAYS = 90

export const paymentLinks = router({
  createPaymentLink: adminProcedure
    .meta(
      rest('POST', '/draft-orders/{id}/payment-link', 'Create a link by which the customer pays a draft order', {
        noIdempotency: true,
      }),
    )
    .input(
      z.strictObject({
        id: z.string(),
        expires_in_days: z.int().min(1).max(MAX_DAYS).default(14),
        /** Whether the customer gets the link by e-mail. */
        send: z.boolean().default(false),
      }),
    )
    .output(z.object({ payment_link: z.object({ token: z.string(), expires_at: z.date() }) }))
    .mutation(async ({ ctx, input: { id, expires_in_days: days, send: isSent } }) => ({
      payment_link: await createPaymentLink(ctx.em, ctx.services.tokens, { id, days, isSent }),
    })),

  revokePaymentLinks: draftOrderMutation(z.strictObject({ id: z.string() }))
    .meta(rest('DELETE', '/draft-orders/{id}/payment-link', 'Revoke the payment links of a draft order'))
    .mutation(({ ctx, input: { id } }) => revokePaymentLinks(ctx.em, id)),
})
