import { z } from 'zod'
import type { LinkOwner } from '#entities/orders/payment-link/lock-payable-owner.ts'
import { createPaymentLink } from '#entities/orders/payment-link/payment-link.ts'
import { rest } from '../context/meta.ts'
import { LanguageTag } from '../inputs/common.ts'
import { adminProcedure } from './trpc.ts'

const MAX_DAYS = 90

interface LinkedKind {
  type: LinkOwner['type']
  /** The REST path of the row, such as `/orders/{id}`. */
  path: `/${string}`
  summary: string
}

/** Creates a link by which the customer pays a row of the kind. */
export const paymentLinkOf = ({ type, path, summary }: LinkedKind) =>
  adminProcedure
    .meta(rest('POST', `${path}/payment-link`, summary, { noIdempotency: true }))
    .input(
      z.strictObject({
        id: z.string(),
        expires_in_days: z.int().min(1).max(MAX_DAYS).default(14),
        /** Whether the customer gets the link by e-mail. */
        send: z.boolean().default(false),
        /** The language of the e-mail. Default: the language of the order. */
        locale: LanguageTag.nullish(),
      }),
    )
    .output(
      z.object({ payment_link: z.object({ token: z.string(), expires_at: z.date(), url: z.string().nullable() }) }),
    )
    .mutation(async ({ ctx, input: { id, expires_in_days: days, send: isSent, locale } }) => {
      const services = { tokens: ctx.services.tokens, providers: ctx.providers.payment }
      return {
        payment_link: await createPaymentLink(ctx.em, services, {
          type,
          id,
          days,
          isSent,
          locale: locale ?? undefined,
        }),
      }
    })
