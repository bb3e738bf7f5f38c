import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow } from '#database/rows.ts'
import { now } from '#entities/values/clock.ts'
import { assertNotLastOfType } from './last-profile.ts'
import { ShippingProfile } from './shipping-profile.ts'

export async function deleteShippingProfile(em: EntityManager, id: string): Promise<void> {
  const profile = await findRow(em, ShippingProfile, { id })
  if (!profile) return
  await assertNotLastOfType(em, profile)
  profile.deleted_at = now()
}
