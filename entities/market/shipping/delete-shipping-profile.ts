import type { EntityManager } from '@mikro-orm/postgresql'
import { refuseLastOfType } from './last-profile.ts'
import { ShippingProfile } from './shipping-profile.ts'

/** One that is not there is no fault. @throws NotAllowed for the only one that goods or gift cards have. */
export async function deleteShippingProfile(em: EntityManager, id: string): Promise<void> {
  const profile = await em.findOne(ShippingProfile, { id })
  if (!profile) return
  await refuseLastOfType(em, profile)
  profile.deleted_at = new Date()
}
