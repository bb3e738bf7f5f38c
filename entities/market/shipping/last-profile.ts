import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRows } from '#database/rows.ts'
import { NotAllowed } from '#entities/errors.ts'
import { ShippingProfile } from './shipping-profile.ts'

/** Locks all profiles of the type, so that concurrent requests cannot remove the last profile. */
export async function assertNotLastOfType(em: EntityManager, { type }: Pick<ShippingProfile, 'type'>): Promise<void> {
  if (type === 'custom') return
  const profiles = await lockRows(em, ShippingProfile, { type })
  if (profiles.length < 2)
    throw new NotAllowed(
      `The last shipping profile of the type ${type} cannot be deleted or get another type. Create another profile of this type first.`,
    ).because({ name: 'last_shipping_profile' })
}
