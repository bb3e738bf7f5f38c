import { z } from 'zod'
import { insertRow } from '#database/rows.ts'
import { updateShippingProfile } from '#entities/catalogue/product/update-shipping-profile.ts'
import { deleteShippingProfile } from '#entities/market/shipping/delete-shipping-profile.ts'
import { SHIPPING_PROFILE_TYPES, ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { rest } from '../context/meta.ts'
import { optionalInputs } from '../inputs/columns.ts'
import { TrimmedText } from '../inputs/common.ts'
import { adminAll } from '../procedures/all-rows.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { ShippingProfileResource } from '../resources/shipping.ts'

const view = { resource: ShippingProfileResource }
const viewWithContents = { ...view, defaults: { relations: ['products', 'shipping_options'] } }
const notFound = (id: string) => `Profile with id: ${id} was not found`
const answerWithContents = rowAnswer('shipping_profile', viewWithContents, notFound)
const shippingProfileMutation = adminMutation(rowAnswer('shipping_profile', view, notFound))
const shippingProfileContentsMutation = adminMutation(answerWithContents)
const Type = z.enum(SHIPPING_PROFILE_TYPES, { error: "type must be one of 'default', 'custom', 'gift_card'" })

const { name, metadata } = optionalInputs(ShippingProfile, ['name', 'metadata'])

export const shippingProfiles = router({
  list: adminAll('shipping_profiles', view, rest('GET', '/shipping-profiles', 'List shipping profiles')),

  get: adminGet(answerWithContents, rest('GET', '/shipping-profiles/{id}', 'Retrieve a shipping profile'), {}),

  create: shippingProfileMutation(z.strictObject({ name: TrimmedText, type: Type, metadata }))
    .meta(rest('POST', '/shipping-profiles', 'Create a shipping profile'))
    .mutation(async ({ ctx, input }) => {
      const { id } = insertRow(ctx.em, ShippingProfile, input)
      return { id }
    }),

  update: shippingProfileContentsMutation(
    z.strictObject({
      id: z.string(),
      name,
      metadata,
      type: Type.nullish(),
      products: z.array(z.string()).nullish(),
      shipping_options: z.array(z.string()).nullish(),
    }),
  )
    .meta(rest('POST', '/shipping-profiles/{id}', 'Update a shipping profile'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateShippingProfile(ctx.em, id, changes)),

  delete: adminDeletion('shipping_profile')
    .meta(rest('DELETE', '/shipping-profiles/{id}', 'Delete a shipping profile'))
    .mutation(({ ctx, input: { id } }) => deleteShippingProfile(ctx.em, id)),
})
