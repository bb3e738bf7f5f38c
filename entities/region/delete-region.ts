import type { EntityManager } from '@mikro-orm/postgresql'
import { refuseLastRegionOfDiscounts } from '../discount/discount-regions.ts'
import { announce } from '../event/announce.ts'
import { Country } from './country.ts'
import { lockRegion } from './find-region.ts'

/**
 * The region is gone for new carts, and its countries are free for other regions.
 * @throws NotFound. NotAllowed where a discount that is not disabled has no other.
 */
export async function deleteRegion(em: EntityManager, id: string): Promise<void> {
  const region = await lockRegion(em, id)
  await refuseLastRegionOfDiscounts(em, id)
  region.deleted_at = new Date()
  await em.nativeUpdate(Country, { region_id: id }, { region_id: null })
  await announce(em, 'region.deleted', { id })
}
