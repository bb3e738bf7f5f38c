import { z } from 'zod'
import { lockCustomer } from '#entities/people/customer/find-customer.ts'
import { changeSavedAddress, deleteSavedAddress, saveAddress } from '#entities/people/customer/saved-addresses.ts'
import { refuseLargeJson } from '../../growth-bounds.ts'
import { rest } from '../../meta.ts'
import { customerProcedure, router } from '../../trpc.ts'
import { AddressChanges, NewAddress } from './customer-inputs.ts'
import { customerResponse, readCustomer } from './read-customer.ts'

export const addresses = router({
  addAddress: customerProcedure
    .meta(rest('POST', '/customers/me/addresses', 'Add an address'))
    .input(z.strictObject({ address: NewAddress }))
    .output(customerResponse)
    .mutation(async ({ ctx, input }) => {
      const customer = await lockCustomer(ctx.em, ctx.customer_id)
      refuseLargeJson('metadata', input.address.metadata, ctx.growthBounds.metadata)
      await saveAddress(ctx.em, customer, input.address)
      await ctx.em.flush()
      return readCustomer(ctx.em, customer.id)
    }),

  updateAddress: customerProcedure
    .meta(rest('POST', '/customers/me/addresses/{address_id}', 'Update an address'))
    .input(AddressChanges)
    .output(customerResponse)
    .mutation(async ({ ctx, input: { address_id: id, ...changes } }) => {
      const customer = await lockCustomer(ctx.em, ctx.customer_id)
      const address = await changeSavedAddress(ctx.em, customer, { id, ...changes })
      if (changes.metadata) refuseLargeJson('metadata', address.metadata, ctx.growthBounds.metadata)
      await ctx.em.flush()
      return readCustomer(ctx.em, customer.id)
    }),

  deleteAddress: customerProcedure
    .meta(rest('DELETE', '/customers/me/addresses/{address_id}', 'Delete an address'))
    .input(z.strictObject({ address_id: z.string() }))
    .output(customerResponse)
    .mutation(async ({ ctx, input }) => {
      const customer = await lockCustomer(ctx.em, ctx.customer_id)
      await deleteSavedAddress(ctx.em, customer, input.address_id)
      await ctx.em.flush()
      return readCustomer(ctx.em, customer.id)
    }),
})
