import { z } from 'zod'
import { lockCustomer } from '#entities/people/customer/find-customer.ts'
import { changeSavedAddress, deleteSavedAddress, saveAddress } from '#entities/people/customer/saved-addresses.ts'
import { refuseLargeJson } from '../../context/growth-bounds.ts'
import { rest } from '../../context/meta.ts'
import { accountMutation } from '../../procedures/row-mutation.ts'
import { router } from '../../procedures/trpc.ts'
import { AddressChanges, NewAddress } from './customer-inputs.ts'
import { customerResponse, readCustomer } from './read-customer.ts'

const addressMutation = accountMutation({ response: customerResponse, read: readCustomer })

export const addresses = router({
  addAddress: addressMutation(z.strictObject({ address: NewAddress }))
    .meta(rest('POST', '/customers/me/addresses', 'Add an address', { createsContact: 'address' }))
    .mutation(async ({ ctx, input }) => {
      const customer = await lockCustomer(ctx.em, ctx.customer_id)
      refuseLargeJson('metadata', input.address.metadata, ctx.services.growthBounds.metadata)
      await saveAddress(ctx.em, customer, input.address)
    }),

  updateAddress: addressMutation(AddressChanges)
    .meta(rest('POST', '/customers/me/addresses/{address_id}', 'Update an address'))
    .mutation(async ({ ctx, input: { address_id: id, ...changes } }) => {
      const customer = await lockCustomer(ctx.em, ctx.customer_id)
      const address = await changeSavedAddress(ctx.em, customer, { id, ...changes })
      if (changes.metadata) refuseLargeJson('metadata', address.metadata, ctx.services.growthBounds.metadata)
    }),

  deleteAddress: addressMutation(z.strictObject({ address_id: z.string() }))
    .meta(rest('DELETE', '/customers/me/addresses/{address_id}', 'Delete an address'))
    .mutation(async ({ ctx, input }) => {
      const customer = await lockCustomer(ctx.em, ctx.customer_id)
      await deleteSavedAddress(ctx.em, customer, input.address_id)
    }),
})
