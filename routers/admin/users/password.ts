import { z } from 'zod'
import { askForPasswordToken } from '#entities/job/ask-for-password-token.ts'
import { resetPassword } from '#entities/user/reset-password.ts'
import { rest } from '../../meta.ts'
import { Email, requiredText } from '../../schemas/common.ts'
import { openProcedure, passwordRequestProcedure, router } from '../../trpc.ts'
import { readUser, withUser } from './read-user.ts'

/* For users who have forgotten their password. */

export const password = router({
  requestPasswordReset: passwordRequestProcedure
    .meta(rest('POST', '/users/password-token', 'Have a token for a new password sent', { status: 204 }))
    .input(z.strictObject({ email: Email }))
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await askForPasswordToken(ctx.em, { to: 'user', email: input.email })
      return {}
    }),

  resetPassword: openProcedure
    .meta(rest('POST', '/users/reset-password', 'Set a new password with such a token', { forgets: true }))
    .input(z.strictObject({ email: Email.nullish(), token: requiredText, password: requiredText }))
    .output(withUser)
    .mutation(async ({ ctx, input }) => {
      const { id } = await resetPassword(ctx.em, ctx.tokens, input)
      await ctx.em.flush()
      return { user: await readUser(ctx.em, id, {}) }
    }),
})
