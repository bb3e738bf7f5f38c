import { z } from 'zod'
import { hashPassword } from '#entities/people/credentials/password.ts'
import { changeOwnEmail, changeOwnPassword, withOwnPassword } from '#entities/people/user/change-own-account.ts'
import { rest } from '../../context/meta.ts'
import { Email, requiredPassword } from '../../inputs/common.ts'
import { ownPasswordProcedure, router } from '../../procedures/trpc.ts'
import { userAnswer } from '../users/read-user.ts'
import { renewSession } from './renew-session.ts'

export const credentials = router({
  changePassword: ownPasswordProcedure
    .meta(
      rest('POST', '/account/password', 'Change the own password', {
        ...{ noIdempotency: true, noDryRun: 'It changes the session cookie.' },
      }),
    )
    .input(z.strictObject({ password: requiredPassword, new_password: requiredPassword }))
    .output(userAnswer.response)
    .mutation(async ({ ctx, input }) => {
      const password_hash = await hashPassword(input.new_password)
      const own = { id: ctx.user.id, password: input.password }
      return withOwnPassword(ctx.em, own, async (em, user) => {
        await changeOwnPassword(em, user, password_hash)
        await renewSession(ctx, em)
        return userAnswer.read({ ...ctx, em }, user.id, {})
      })
    }),

  changeEmail: ownPasswordProcedure
    .meta(rest('POST', '/account/email', 'Change the own e-mail address', { noIdempotency: true }))
    .input(z.strictObject({ email: Email, password: requiredPassword }))
    .output(userAnswer.response)
    .mutation(({ ctx, input: { email, password } }) =>
      withOwnPassword(ctx.em, { id: ctx.user.id, password }, async (em, user) => {
        await changeOwnEmail(em, user, email)
        return userAnswer.read({ ...ctx, em }, user.id, {})
      }),
    ),
})
