import { z } from 'zod'
import { resetPassword } from '#entities/customer/reset-password.ts'
import { askForPasswordToken } from '#entities/job/ask-for-password-token.ts'
import { rest } from '../../meta.ts'
import { Email } from '../../schemas/common.ts'
import { openProcedure, passwordRequestProcedure, router } from '../../trpc.ts'
import { NewPassword } from './inputs.ts'
import { readCustomer, withCustomer } from './read-customer.ts'

/* For customers who have forgotten their password. */

export const password = router({
  requestPasswordReset: passwordRequestProcedure
    .meta(rest('POST', '/customers/password-token', 'Have a token for a new password sent', { status: 204 }))
    .input(z.strictObject({ email: Email }))
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await askForPasswordToken(ctx.em, { to: 'customer', email: input.email })
      return {}
    }),

  resetPassword: openProcedure
    .meta(rest('POST', '/customers/password-reset', 'Set a new password with such a token', { forgets: true }))
    .input(z.strictObject({ email: Email, token: z.string(), password: NewPassword }))
    .output(withCustomer)
    .mutation(async ({ ctx, input }) => {
      const { id } = await resetPassword(ctx.em, ctx.tokens, {
        ...input,
        ...(await ctx.caller.login()),
        // Who forgot a password may have lost the token too.
        access_token: null,
      })
      await ctx.em.flush()
      return readCustomer(ctx.em, id)
    }),
})
