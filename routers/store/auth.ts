import { z } from 'zod'
import { Unauthorized } from '#entities/errors.ts'
import { issueCustomerToken } from '#entities/people/customer/access-token.ts'
import { customerByEmail, withCustomerByPassword } from '#entities/people/customer/find-customer.ts'
import { rest } from '../context/meta.ts'
import { emptyInput } from '../inputs/common.ts'
import { customerProcedure, loginProcedure, openProcedure, router } from '../procedures/trpc.ts'
import { Credentials } from './customers/customer-inputs.ts'
import { customerWithOrdersResponse, readCustomerWithOrders } from './customers/read-customer.ts'

export const auth = router({
  login: loginProcedure
    .meta(rest('POST', '/auth', 'Log in with email and password', { noIdempotency: true, logsIn: 'customer' }))
    .input(Credentials)
    .output(customerWithOrdersResponse)
    .mutation(async ({ ctx, input }) => {
      const answer = await withCustomerByPassword(ctx.em, input, async (em, { id }) => {
        await ctx.caller.logIn(em, { customer_id: id })
        return readCustomerWithOrders(em, id)
      })
      if (!answer) throw new Unauthorized()
      return answer
    }),

  token: loginProcedure
    .meta(rest('POST', '/auth/token', 'Log in a customer with an access token', { noIdempotency: true }))
    .input(Credentials)
    .output(z.object({ access_token: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const access_token = await issueCustomerToken(ctx.em, ctx.services.tokens, input)
      if (!access_token) throw new Unauthorized()
      return { access_token }
    }),

  current: customerProcedure
    .meta(rest('GET', '/auth', 'Retrieve the current customer'))
    .input(emptyInput)
    .output(customerWithOrdersResponse)
    .query(async ({ ctx }) => readCustomerWithOrders(ctx.em, ctx.customer_id)),

  exists: openProcedure
    .meta(rest('GET', '/auth/{email}', 'Check whether an email has an account'))
    .input(z.strictObject({ email: z.string().meta({ format: 'email' }) }))
    .output(z.object({ exists: z.boolean() }))
    .query(async ({ ctx, input }) => ({ exists: (await customerByEmail(ctx.em, input.email)) !== null })),

  logout: openProcedure
    .meta(rest('DELETE', '/auth', 'Log out'))
    .input(emptyInput)
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      await ctx.caller.logOut(ctx.em, 'customer')
      return {}
    }),
})
