import { z } from 'zod'
import { Unauthorized } from '#entities/errors.ts'
import { issueUserToken } from '#entities/user/access-token.ts'
import { userByPassword } from '#entities/user/find-user.ts'
import { rest } from '../meta.ts'
import { nothing, requiredEmail, requiredText } from '../schemas/common.ts'
import { answer } from '../schemas/resource.ts'
import { SingleUserResource } from '../schemas/resources/user.ts'
import { adminProcedure, loginProcedure, router } from '../trpc.ts'
import { readUser } from './users/read-user.ts'

const credentials = z.strictObject({ email: requiredEmail, password: requiredText })

export const auth = router({
  login: loginProcedure
    .meta(rest('POST', '/auth', 'Log in with e-mail and password', { forgets: true, logsIn: 'user' }))
    .input(credentials)
    .output(answer({ user: SingleUserResource }))
    .mutation(async ({ ctx, input }) => {
      const user = await userByPassword(ctx.em, input.email, input.password)
      if (!user) throw new Unauthorized()
      await ctx.caller.logIn(ctx.em, { user_id: user.id })
      return { user: await readUser(ctx.em, user.id, { user }) }
    }),

  token: loginProcedure
    .meta(rest('POST', '/auth/token', 'Get a token in place of a session', { forgets: true }))
    .input(credentials)
    .output(z.object({ access_token: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const access_token = await issueUserToken(ctx.em, ctx.tokens, input)
      if (!access_token) throw new Unauthorized()
      return { access_token }
    }),

  current: adminProcedure
    .meta(rest('GET', '/auth', 'Read who is logged in'))
    .input(nothing)
    .output(answer({ user: SingleUserResource }))
    .query(async ({ ctx }) => ({ user: await readUser(ctx.em, ctx.user.id, ctx) })),

  logout: adminProcedure
    .meta(rest('DELETE', '/auth', 'Log out'))
    .input(nothing)
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      await ctx.caller.logOut(ctx.em, 'user')
      return {}
    }),
})
