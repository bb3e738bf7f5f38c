import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, findRows, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { ShippingProfile } from './shipping-profile.ts'

export async function findShippingProfile(em: EntityManager, id: string): Promise<Row<ShippingProfile>> {
  const profile = await findRow(em, ShippingProfile, { id })
  if (!profile) throw new NotFound(`Profile with id: ${id} was not found`)
  return profile
}

export async function defaultShippingProfile(
  em: EntityManager,
  type: 'default' | 'gift_card' = 'default',
): Promise<Row<ShippingProfile>> {
  const [profile] = await findRows(em, ShippingProfile, { type })
  if (!profile) throw new NotFound(`No shipping profile of the type ${type} was found`)
  return profile
}
