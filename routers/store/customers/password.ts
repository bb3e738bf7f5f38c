import { z } from 'zod'
import { inTransaction } from '#database/transaction.ts'
import { hashPassword } from '#entities/people/credentials/password.ts'
import { checkResetToken, resetCustomerPassword } from '#entities/people/customer/reset-password.ts'
import { enqueuePasswordToken } from '#entities/platform/job/enqueue-password-token.ts'
import { rest } from '../../context/meta.ts'
import { Email } from '../../inputs/common.ts'
import { openProcedure, passwordRequestProcedure, router } from '../../procedures/trpc.ts'
import { NewPassword } from './customer-inputs.ts'
import { customerResponse, readCustomer } from './read-customer.ts'

export const password = router({
  requestPasswordReset: passwordRequestProcedure
    .meta(rest('POST', '/customers/password-token', 'Request a password reset', { status: 204 }))
    .input(z.strictObject({ email: Email }))
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await enqueuePasswordToken(ctx.em, { to: 'customer', email: input.email })
      return {}
    }),

  resetPassword: openProcedure
    .meta(
      rest('POST', '/customers/password-reset', 'Reset a password', {
        noIdempotency: true,
        manualTransactions: true,
      }),
    )
    .input(z.strictObject({ email: Email, token: z.string(), password: NewPassword }))
    .output(customerResponse)
    .mutation(async ({ ctx, input: { password, ...request } }) => {
      await checkResetToken(ctx.em, ctx.services.tokens, request)
      const password_hash = await hashPassword(password)
      const { session_id } = await ctx.caller.login()
      return inTransaction(ctx.em, async (em) => {
        // The reset also deletes the access token, because the customer may have lost the token together with the
        // password.
        const change = { password_hash, session_id, access_token: null }
        const { id } = await resetCustomerPassword(em, ctx.services.tokens, { ...request, ...change })
        await em.flush()
        return readCustomer(em, id)
      })
    }),
})
