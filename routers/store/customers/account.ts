import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { findRow, type Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { deleteSavedPaymentMethod } from '#entities/cart/payment/delete-saved-payment-method.ts'
import { listSavedPaymentMethods } from '#entities/cart/payment/list-saved-payment-methods.ts'
import { hashOptionalPassword, hashPassword } from '#entities/people/credentials/password.ts'
import { Address } from '#entities/people/customer/address.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { lockCustomer } from '#entities/people/customer/find-customer.ts'
import { registerCustomer } from '#entities/people/customer/register-customer.ts'
import { updateCustomer } from '#entities/people/customer/update-customer.ts'
import { type GrowthBounds, refuseLargeJson } from '../../context/growth-bounds.ts'
import { rest } from '../../context/meta.ts'
import { StoreAddressOrId } from '../../filters/address-inputs.ts'
import { withFields } from '../../filters/field-inputs.ts'
import { optionalInputs, optionalSingleLines } from '../../inputs/columns.ts'
import { deletionResponse, Email, emptyInput } from '../../inputs/common.ts'
import { limitNewPasswords } from '../../pipeline/rate-limit-middleware.ts'
import { customerProcedure, registrationProcedure, router } from '../../procedures/trpc.ts'
import { NewPassword } from './customer-inputs.ts'
import { customerResponse, readCustomer } from './read-customer.ts'

const { first_name, last_name, phone } = optionalSingleLines(Customer, ['first_name', 'last_name', 'phone'])
const { metadata } = optionalInputs(Customer, ['metadata'])

// The procedure hashes the password before it begins its transaction.
const setsPassword = { noIdempotency: true, manualTransactions: true } as const

const PaymentMethod = z.object({ provider_id: z.string(), data: z.record(z.string(), z.unknown()) })

async function refuseLargeBillingAddress(
  em: EntityManager,
  customer: Row<Customer>,
  bounds: GrowthBounds,
): Promise<void> {
  const id = customer.billing_address_id
  const address = id && (await findRow(em, Address, { id }))
  if (address) refuseLargeJson('metadata of billing_address', address.metadata, bounds.metadata)
}

export const account = router({
  register: registrationProcedure
    .meta(rest('POST', '/customers', 'Create an account and log in', { noIdempotency: true, logsIn: 'customer' }))
    .input(
      withFields(['customer', 'store'], {
        first_name,
        last_name,
        email: Email,
        password: NewPassword,
        phone,
      }),
    )
    .output(customerResponse)
    .mutation(async ({ ctx, input: { password, ...facts } }) => {
      const password_hash = await hashPassword(password)
      return inTransaction(ctx.em, async (em) => {
        const { id } = await registerCustomer(em, { ...facts, password_hash })
        await em.flush()
        await ctx.caller.logIn(em, { customer_id: id })
        return readCustomer(em, id)
      })
    }),

  get: customerProcedure
    .meta(rest('GET', '/customers/me', 'Retrieve the current customer'))
    .input(emptyInput)
    .output(customerResponse)
    .query(async ({ ctx }) => readCustomer(ctx.em, ctx.customer_id)),

  update: customerProcedure
    .meta(rest('POST', '/customers/me', 'Update the current customer', setsPassword))
    .use(limitNewPasswords)
    .input(
      withFields(['customer', 'store'], {
        email: Email.nullish(),
        first_name,
        last_name,
        phone,
        password: NewPassword.nullish(),
        billing_address: StoreAddressOrId.nullish(),
        metadata,
      }),
    )
    .output(customerResponse)
    .mutation(async ({ ctx, input: { password, ...facts } }) => {
      const password_hash = await hashOptionalPassword(password)
      const changes = { ...facts, ...(await ctx.caller.login()), password_hash }
      return inTransaction(ctx.em, async (em) => {
        const customer = await lockCustomer(em, ctx.customer_id)
        await updateCustomer(em, customer, changes)
        if (facts.metadata) refuseLargeJson('metadata', customer.metadata, ctx.services.growthBounds.metadata)
        await em.flush()
        if (typeof facts.billing_address === 'object')
          await refuseLargeBillingAddress(em, customer, ctx.services.growthBounds)
        return readCustomer(em, customer.id)
      })
    }),

  listPaymentMethods: customerProcedure
    .meta(rest('GET', '/customers/me/payment-methods', 'List the saved payment methods of the current customer'))
    .input(emptyInput)
    .output(z.object({ payment_methods: z.array(PaymentMethod) }))
    .query(async ({ ctx: { em, providers, customer_id } }) => ({
      payment_methods: await listSavedPaymentMethods(em, providers.payment, customer_id),
    })),

  deletePaymentMethod: customerProcedure
    .meta(
      rest('DELETE', '/customers/me/payment-methods/{provider_id}/{method_id}', 'Remove a saved payment method', {
        ...{ lockKey: null, manualTransactions: true },
        noDryRun: 'It changes the account at the payment provider.',
      }),
    )
    .input(z.strictObject({ provider_id: z.string(), method_id: z.string() }))
    .output(deletionResponse)
    .mutation(async ({ ctx, input: { provider_id, method_id } }) => {
      const { em, providers, customer_id } = ctx
      await deleteSavedPaymentMethod(em, providers.payment, { customer_id, provider_id, method_id })
      return { id: method_id, object: 'payment_method', deleted: true }
    }),
})
