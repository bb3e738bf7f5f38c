import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { updateShippingProfile } from '#entities/catalogue/product/update-shipping-profile.ts'
import { NotFound } from '#entities/errors.ts'
import { deleteShippingProfile } from '#entities/market/shipping/delete-shipping-profile.ts'
import { SHIPPING_PROFILE_TYPES, ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { emptyInput, TrimmedText } from '../inputs/common.ts'
import { rest } from '../meta.ts'
import { optionalInputs } from '../reading/columns.ts'
import { readAllRows, readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import type { SelectionDefaults } from '../reading/selection.ts'
import { ShippingProfileResource } from '../resources/shipping.ts'
import { adminDeletion, adminMutation } from '../row-mutation.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = { resource: ShippingProfileResource }
const PROFILE_CONTENTS = { relations: ['products', 'shipping_options'] }
const profileResponse = responseSchema({ shipping_profile: ShippingProfileResource })
const shippingProfileMutation = adminMutation({ response: profileResponse, read: (ctx, id) => readProfile(ctx, id) })
const shippingProfileContentsMutation = adminMutation({
  response: profileResponse,
  read: (ctx, id) => readProfile(ctx, id, PROFILE_CONTENTS),
})
const Type = z.enum(SHIPPING_PROFILE_TYPES, { error: "type must be one of 'default', 'custom', 'gift_card'" })

const { name, metadata } = optionalInputs(ShippingProfile, ['name', 'metadata'])

export const shippingProfiles = router({
  list: adminProcedure
    .meta(rest('GET', '/shipping-profiles', 'List shipping profiles'))
    .input(emptyInput)
    .output(responseSchema({ shipping_profiles: z.array(ShippingProfileResource) }))
    .query(async ({ ctx }) => ({ shipping_profiles: await readAllRows(ctx.em, view) })),

  get: adminProcedure
    .meta(rest('GET', '/shipping-profiles/{id}', 'Retrieve a shipping profile'))
    .input(z.strictObject({ id: z.string() }))
    .output(profileResponse)
    .query(async ({ ctx, input }) => readProfile(ctx, input.id, PROFILE_CONTENTS)),

  create: shippingProfileMutation(z.strictObject({ name: TrimmedText, type: Type, metadata }))
    .meta(rest('POST', '/shipping-profiles', 'Create a shipping profile'))
    .mutation(async ({ ctx, input }) => {
      const { id } = ctx.em.create(ShippingProfile, input)
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

async function readProfile(
  { em }: { em: EntityManager },
  id: string,
  defaults?: SelectionDefaults,
): Promise<z.output<typeof profileResponse>> {
  const profile = await readRow(em, {}, { ...view, where: [{ id }], ...(defaults && { defaults }) })
  if (!profile) throw new NotFound(`Profile with id: ${id} was not found`)
  return { shipping_profile: profile }
}
