import { z } from 'zod'
import { lockCustomer } from '#entities/customer/find-customer.ts'
import { changeSavedAddress, deleteSavedAddress, saveAddress } from '#entities/customer/saved-addresses.ts'
import { rest } from '../../meta.ts'
import { customerProcedure, router } from '../../trpc.ts'
import { AddressChanges, NewAddress } from './inputs.ts'
import { readCustomer, withCustomer } from './read-customer.ts'

/* The customer's book of addresses. */

export const addresses = router({
  addAddress: customerProcedure
    .meta(rest('POST', '/customers/me/addresses', 'Save an address'))
    .input(z.strictObject({ address: NewAddress }))
    .output(withCustomer)
    .mutation(async ({ ctx, input }) => {
      const customer = await lockCustomer(ctx.em, ctx.customer_id)
      await saveAddress(ctx.em, customer, input.address)
      await ctx.em.flush()
      return readCustomer(ctx.em, customer.id)
    }),

  updateAddress: customerProcedure
    .meta(rest('POST', '/customers/me/addresses/{address_id}', 'Change a saved address'))
    .input(AddressChanges)
    .output(withCustomer)
    .mutation(async ({ ctx, input: { address_id: id, ...changes } }) => {
      const customer = await lockCustomer(ctx.em, ctx.customer_id)
      await changeSavedAddress(ctx.em, customer, { id, ...changes })
      await ctx.em.flush()
      return readCustomer(ctx.em, customer.id)
    }),

  deleteAddress: customerProcedure
    .meta(rest('DELETE', '/customers/me/addresses/{address_id}', 'Delete a saved address'))
    .input(z.strictObject({ address_id: z.string() }))
    .output(withCustomer)
    .mutation(async ({ ctx, input }) => {
      const customer = await lockCustomer(ctx.em, ctx.customer_id)
      await deleteSavedAddress(ctx.em, customer, input.address_id)
      await ctx.em.flush()
      return readCustomer(ctx.em, customer.id)
    }),
})
