import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { ShippingProfile } from './shipping-profile.ts'

/**
 * Goods and gift cards always have a profile to belong to. Nobody else takes another one of the type away until the
 * transaction ends.
 * @throws NotAllowed where the profile is the only one that they have.
 */
export async function refuseLastOfType(em: EntityManager, { type }: ShippingProfile): Promise<void> {
  if (type === 'custom') return
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const
  const profiles = await em.find(ShippingProfile, { type }, lock)
  if (profiles.length < 2)
    throw new NotAllowed(`The last shipping profile of the type ${type} cannot be deleted or get another type`)
}
