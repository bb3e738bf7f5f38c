import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { query } from '#entities/query.ts'
import { insertItem } from './create-item.ts'

/** Adds an inventory item to each managed variant that has none, if inventory is enabled. Flushes the variants. */
export async function addMissingItems(em: EntityManager, variantIds: readonly string[]): Promise<void> {
  if (variantIds.length === 0 || !(await isInventoryEnabled(em))) return
  await em.flush()
  const variants = await selectVariantsWithoutItem(em, variantIds)
  const ids = variants.map(({ id, ...attributes }) => insertItem(em, id, attributes).id)
  if (ids[0] === undefined) return
  await em.flush()
  await announceAll(em, [{ name: 'inventory-item.created', payload: { id: ids[0], ids } }])
}

const selectVariantsWithoutItem = query((db, variantIds: readonly string[]) =>
  db
    .selectFrom('product_variant as variant')
    .leftJoin('product_variant_inventory_item as link', 'link.variant_id', 'variant.id')
    .select(['variant.id', 'variant.sku', 'variant.hs_code', 'variant.origin_country', 'variant.mid_code'])
    .select(['variant.material', 'variant.weight', 'variant.length', 'variant.height', 'variant.width'])
    .where('variant.id', '=', anyOf(variantIds))
    .where('variant.manage_inventory', '=', true)
    .where('link.id', 'is', null)
    .orderBy('variant.id'),
)
