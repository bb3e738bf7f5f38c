import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { announce } from '#entities/platform/event/announce.ts'

/** Deletes the items whose variants are all deleted, unless units are reserved. The caller must have locked the items. */
export async function deleteUnusedItems(em: EntityManager, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  const ids = (await deleteItems(em, [...new Set(itemIds)])).map((item) => item.id)
  if (ids[0] !== undefined) await announce(em, 'inventory-item.deleted', { id: ids[0], ids })
}

const deleteItems = statement<{ id: string }>(`
  delete from inventory_item item where id = any($1::text[])
    and exists (select from product_variant_inventory_item where inventory_item_id = item.id)
    and not exists (select from product_variant_inventory_item link join product_variant v on v.id = link.variant_id
      where link.inventory_item_id = item.id and v.deleted_at is null)
    and not exists (select from reservation_item r where r.inventory_item_id = item.id and r.deleted_at is null)
  returning id`)
