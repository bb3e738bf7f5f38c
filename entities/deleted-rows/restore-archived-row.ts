import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { type Archived, forgetArchive, LINKS } from '#entities/platform/archive/archive-row.ts'
import { insertParts } from './insert-parts.ts'
import type { LeftOut } from './left-out.ts'
import { lockProductsOfArchive, placeRestoredCategory } from './restore-category.ts'
import { restoreCartOfDraft } from './restore-draft-order.ts'
import { activateWithdrawnLists, lockListsOfArchive } from './restore-group.ts'
import { restoreRegion } from './restore-region.ts'

/** Restores a row from `archiveRow`. @throws NotAllowed if the row belongs to another deleted row. Duplicate. */
export async function restoreArchivedRow(em: EntityManager, resource: Archived, id: string): Promise<LeftOut> {
  const leftOut = resource === 'region' ? await restoreRegion(em, id) : await restoreParts(em, resource, id)
  await forgetArchive(em, id)
  return leftOut
}

async function restoreParts(em: EntityManager, resource: Archived, id: string): Promise<LeftOut> {
  if (resource === 'product_category') await lockProductsOfArchive(em, id)
  if (resource === 'customer_group') await lockListsOfArchive(em, id)
  if (resource === 'draft_order') await restoreCartOfDraft(em, id)
  if ((await insertParts(em, id, [resource])).missing > 0)
    throw new NotAllowed('The row belongs to another deleted row. Restore the other row first.').because({
      name: 'restore_needs_other',
    })
  if (resource === 'product_category') await placeRestoredCategory(em, id)
  const { missing } = await insertParts(em, id, Object.keys(LINKS[resource]))
  if (resource === 'customer_group') await activateWithdrawnLists(em, id)
  return { countries: [], links: missing }
}
