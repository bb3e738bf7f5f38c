import { z } from 'zod'
import { issueCustomerToken } from '#entities/customer/access-token.ts'
import { customerByEmail, customerByPassword } from '#entities/customer/find-customer.ts'
import { Unauthorized } from '#entities/errors.ts'
import { rest } from '../meta.ts'
import { nothing } from '../schemas/common.ts'
import { customerProcedure, loginProcedure, openProcedure, router } from '../trpc.ts'
import { Credentials } from './customers/inputs.ts'
import { readCustomerWithOrders, withOrders } from './customers/read-customer.ts'

export const auth = router({
  login: loginProcedure
    .meta(rest('POST', '/auth', 'Log in with e-mail and password', { forgets: true, logsIn: 'customer' }))
    .input(Credentials)
    .output(withOrders)
    .mutation(async ({ ctx, input }) => {
      const customer = await customerByPassword(ctx.em, input.email, input.password)
      if (!customer) throw new Unauthorized()
      await ctx.caller.logIn(ctx.em, { customer_id: customer.id })
      return readCustomerWithOrders(ctx.em, customer.id)
    }),

  token: loginProcedure
    .meta(rest('POST', '/auth/token', 'Get a token in place of a session', { forgets: true }))
    .input(Credentials)
    .output(z.object({ access_token: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const access_token = await issueCustomerToken(ctx.em, ctx.tokens, input)
      if (!access_token) throw new Unauthorized()
      return { access_token }
    }),

  current: customerProcedure
    .meta(rest('GET', '/auth', 'Read who is logged in'))
    .input(nothing)
    .output(withOrders)
    .query(async ({ ctx }) => readCustomerWithOrders(ctx.em, ctx.customer_id)),

  exists: openProcedure
    .meta(rest('GET', '/auth/{email}', 'Ask whether an e-mail has an account'))
    .input(z.strictObject({ email: z.string() }))
    .output(z.object({ exists: z.boolean() }))
    .query(async ({ ctx, input }) => ({ exists: (await customerByEmail(ctx.em, input.email)) !== null })),

  logout: openProcedure
    .meta(rest('DELETE', '/auth', 'Log out'))
    .input(nothing)
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      await ctx.caller.logOut(ctx.em, 'customer')
      return {}
    }),
})
