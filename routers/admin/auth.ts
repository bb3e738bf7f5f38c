import { z } from 'zod'
import { Unauthorized } from '#entities/errors.ts'
import { allows } from '#entities/people/role/grant.ts'
import { issueUserToken } from '#entities/people/user/access-token.ts'
import { withUserByPassword } from '#entities/people/user/find-user.ts'
import { rest } from '../context/meta.ts'
import { emptyInput, requiredEmail, requiredPassword } from '../inputs/common.ts'
import { adminProcedure, loginProcedure, router } from '../procedures/trpc.ts'
import { userAnswer } from './users/read-user.ts'

const credentials = z.strictObject({ email: requiredEmail, password: requiredPassword })

export const auth = router({
  login: loginProcedure
    .meta(rest('POST', '/auth', 'Log in with email and password', { noIdempotency: true, logsIn: 'user' }))
    .input(credentials)
    .output(userAnswer.response)
    .mutation(async ({ ctx, input }) => {
      const answer = await withUserByPassword(ctx.em, input, async (em, user) => {
        await ctx.caller.logIn(em, { user_id: user.id })
        return userAnswer.read({ ...ctx, em, user, api_key: null }, user.id, {})
      })
      if (!answer) throw new Unauthorized()
      return answer
    }),

  token: loginProcedure
    .meta(rest('POST', '/auth/token', 'Create an access token', { noIdempotency: true }))
    .input(credentials)
    .output(z.object({ access_token: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const access_token = await issueUserToken(ctx.em, ctx.services.tokens, input)
      if (!access_token) throw new Unauthorized()
      return { access_token }
    }),

  current: adminProcedure
    .meta(rest('GET', '/auth', 'Retrieve the current user'))
    .input(emptyInput)
    .output(userAnswer.response)
    .query(({ ctx }) => userAnswer.read(ctx, ctx.user.id, {})),

  permissions: adminProcedure
    .meta(rest('GET', '/auth/permissions', 'List the procedures that the caller may call'))
    .input(emptyInput)
    .output(z.object({ role: z.string(), procedures: z.array(z.string()) }))
    .query(({ ctx: { user, grants, services } }) => ({
      role: user.role,
      procedures: services.adminProcedures.filter((one) => allows(grants, one)).map(({ name }) => name),
    })),

  logout: adminProcedure
    .meta(rest('DELETE', '/auth', 'Log out', { noDryRun: 'It changes the session cookie.' }))
    .input(emptyInput)
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      await ctx.caller.logOut(ctx.em, 'user')
      return {}
    }),
})
