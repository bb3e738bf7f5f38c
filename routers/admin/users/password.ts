import { z } from 'zod'
import { inTransaction } from '#database/transaction.ts'
import { hashPassword } from '#entities/people/credentials/password.ts'
import { checkResetToken, maybeResetEmail, resetUserPassword } from '#entities/people/user/reset-password.ts'
import { enqueuePasswordToken } from '#entities/platform/job/enqueue-password-token.ts'
import { rest } from '../../context/meta.ts'
import { Email, requiredPassword, requiredText, tokenAnswer } from '../../inputs/common.ts'
import { openProcedure, passwordRequestProcedure, router } from '../../procedures/trpc.ts'
import { userAnswer } from './read-user.ts'

export const password = router({
  requestPasswordReset: passwordRequestProcedure
    .meta(rest('POST', '/users/password-token', 'Request a password reset', { status: 204 }))
    .input(z.strictObject({ email: Email }))
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await enqueuePasswordToken(ctx.em, { to: 'user', email: input.email })
      return {}
    }),

  readPasswordToken: openProcedure
    .meta(rest('GET', '/users/password-token', 'Read the e-mail address of a user by a token for a new password'))
    .input(z.strictObject({ token: requiredText }))
    .output(tokenAnswer)
    .query(async ({ ctx, input }) => ({ email: await maybeResetEmail(ctx.em, ctx.services.tokens, input.token) })),

  resetPassword: openProcedure
    .meta(rest('POST', '/users/reset-password', 'Reset a password', { noIdempotency: true, manualTransactions: true }))
    .input(z.strictObject({ email: Email.nullish(), token: requiredText, password: requiredPassword }))
    .output(userAnswer.response)
    .mutation(async ({ ctx, input: { password, ...request } }) => {
      await checkResetToken(ctx.em, ctx.services.tokens, request)
      const password_hash = await hashPassword(password)
      return inTransaction(ctx.em, async (em) => {
        const { id } = await resetUserPassword(em, ctx.services.tokens, { ...request, password_hash })
        await em.flush()
        return userAnswer.read({ ...ctx, em, user: null }, id, {})
      })
    }),
})
