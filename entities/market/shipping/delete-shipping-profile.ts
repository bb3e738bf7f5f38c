import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { assertNotLastOfType } from './last-profile.ts'
import { ShippingProfile } from './shipping-profile.ts'

/**
 * Deletes the profile and ignores unknown ids.
 * @throws NotAllowed if the profile is the last default or gift card profile.
 */
export async function deleteShippingProfile(em: EntityManager, id: string): Promise<void> {
  const profile = await em.findOne(ShippingProfile, { id })
  if (!profile) return
  await assertNotLastOfType(em, profile)
  profile.deleted_at = now()
}
