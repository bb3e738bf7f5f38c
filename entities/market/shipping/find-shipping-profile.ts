import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { ShippingProfile } from './shipping-profile.ts'

export function findShippingProfile(em: EntityManager, id: string): Promise<ShippingProfile> {
  return em.findOneOrFail(
    ShippingProfile,
    { id },
    { failHandler: () => new NotFound(`Profile with id: ${id} was not found`) },
  )
}

export async function defaultShippingProfile(
  em: EntityManager,
  type: 'default' | 'gift_card' = 'default',
): Promise<ShippingProfile> {
  const [profile] = await em.find(ShippingProfile, { type }, { orderBy: { created_at: 'asc', id: 'asc' }, limit: 1 })
  if (!profile) throw new NotFound(`No shipping profile of the type ${type} was found`)
  return profile
}
