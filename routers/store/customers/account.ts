import { z } from 'zod'
import { lockCustomer } from '#entities/customer/find-customer.ts'
import { registerCustomer } from '#entities/customer/register-customer.ts'
import { updateCustomer } from '#entities/customer/update-customer.ts'
import { savedMethods } from '#entities/payment/saved-methods.ts'
import { rest } from '../../meta.ts'
import { AddressOrId } from '../../schemas/address-input.ts'
import { Email, Metadata, nothing } from '../../schemas/common.ts'
import { customerProcedure, openProcedure, router } from '../../trpc.ts'
import { NewPassword } from './inputs.ts'
import { readCustomer, withCustomer } from './read-customer.ts'

const text = z.string().nullish()

const PaymentMethod = z.object({ provider_id: z.string(), data: z.record(z.string(), z.unknown()) })

export const account = router({
  register: openProcedure
    .meta(rest('POST', '/customers', 'Open an account, and log in', { forgets: true, logsIn: 'customer' }))
    .input(z.strictObject({ first_name: text, last_name: text, email: Email, password: NewPassword, phone: text }))
    .output(withCustomer)
    .mutation(async ({ ctx, input }) => {
      const { id } = await registerCustomer(ctx.em, input)
      await ctx.em.flush()
      await ctx.caller.logIn(ctx.em, { customer_id: id })
      return readCustomer(ctx.em, id)
    }),

  get: customerProcedure
    .meta(rest('GET', '/customers/me', 'Read the customer who is logged in'))
    .input(nothing)
    .output(withCustomer)
    .query(async ({ ctx }) => readCustomer(ctx.em, ctx.customer_id)),

  update: customerProcedure
    .meta(rest('POST', '/customers/me', 'Change the customer who is logged in', { forgets: true }))
    .input(
      z.strictObject({
        email: Email.nullish(),
        first_name: text,
        last_name: text,
        phone: text,
        password: NewPassword.nullish(),
        billing_address: AddressOrId.nullish(),
        metadata: Metadata.nullish(),
      }),
    )
    .output(withCustomer)
    .mutation(async ({ ctx, input }) => {
      const customer = await lockCustomer(ctx.em, ctx.customer_id)
      await updateCustomer(ctx.em, customer, { ...input, ...(await ctx.caller.login()) })
      await ctx.em.flush()
      return readCustomer(ctx.em, customer.id)
    }),

  listPaymentMethods: customerProcedure
    .meta(rest('GET', '/customers/me/payment-methods', 'List the means of payment that the customer has saved'))
    .input(nothing)
    .output(z.object({ payment_methods: z.array(PaymentMethod) }))
    .query(async ({ ctx }) => {
      const { customer } = await readCustomer(ctx.em, ctx.customer_id)
      return { payment_methods: await savedMethods(ctx.providers.payment, customer) }
    }),
})
