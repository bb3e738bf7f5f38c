import type { EntityManager } from '@mikro-orm/postgresql'
import { Country } from '#entities/market/region/country.ts'
import { lockRegion } from '#entities/market/region/find-region.ts'
import { archiveRow } from '#entities/platform/archive/archive-row.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { assertNotLastRegionOfDiscounts } from './discount-regions.ts'

/** @throws NotFound. NotAllowed if it is the last region of an enabled discount. */
export async function deleteRegion(em: EntityManager, id: string): Promise<void> {
  const region = await lockRegion(em, id)
  await assertNotLastRegionOfDiscounts(em, id)
  await archiveRow(em, 'region', id)
  region.deleted_at = now()
  await em.nativeUpdate(Country, { region_id: id }, { region_id: null })
  await announce(em, 'region.deleted', { id })
}
