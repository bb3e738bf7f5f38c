import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { findShippingProfile } from '#entities/market/shipping/find-shipping-profile.ts'
import { assertNotLastOfType } from '#entities/market/shipping/last-profile.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import type { ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { now } from '#entities/values/clock.ts'
import { missingIds } from '#entities/values/missing-ids.ts'
import { lockProducts } from './lock-products.ts'
import { Product } from './product.ts'

export type ShippingProfileChanges = Changes<Pick<ShippingProfile, 'name' | 'type' | 'metadata'>> & {
  products?: string[] | null | undefined
  shipping_options?: string[] | null | undefined
}

export async function updateShippingProfile(
  em: EntityManager,
  id: string,
  { products, shipping_options, ...changes }: ShippingProfileChanges,
): Promise<void> {
  const profile = await findShippingProfile(em, id)
  if (products) await lockKnownProducts(em, products)
  if (changes.type && changes.type !== profile.type) await assertNotLastOfType(em, profile)
  applyChanges<Row<ShippingProfile>>(profile, changes)
  if (products) await em.nativeUpdate(Product, { id: { $in: products } }, { profile_id: id, updated_at: now() })
  if (shipping_options) await assignOptions(em, id, shipping_options)
}

async function lockKnownProducts(em: EntityManager, ids: string[]): Promise<void> {
  const [missing] = await lockProducts(em, ids)
  if (missing) throw new NotFound(`Product with id: ${missing} was not found`)
}

async function assignOptions(em: EntityManager, profile_id: string, ids: string[]): Promise<void> {
  const [missing] = await missingIds(em, ShippingOption, ids)
  if (missing) throw new NotFound(`Shipping Option with ${missing} was not found`)
  await em.nativeUpdate(ShippingOption, { id: { $in: ids } }, { profile_id, updated_at: now() })
}
