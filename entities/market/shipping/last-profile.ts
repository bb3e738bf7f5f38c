import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { ShippingProfile } from './shipping-profile.ts'

/**
 * Locks all profiles of the type, so that two requests cannot remove the last two.
 * @throws NotAllowed if the profile is the last of its type.
 */
export async function assertNotLastOfType(em: EntityManager, { type }: ShippingProfile): Promise<void> {
  if (type === 'custom') return
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const
  const profiles = await em.find(ShippingProfile, { type }, lock)
  if (profiles.length < 2)
    throw new NotAllowed(`The last shipping profile of the type ${type} cannot be deleted or get another type`)
}
