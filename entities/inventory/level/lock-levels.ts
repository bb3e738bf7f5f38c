import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { type JsonRow, trackRow } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import { query } from '#entities/query.ts'
import { InventoryLevel } from './inventory-level.ts'
import { LockedLevels } from './locked-levels.ts'

/**
 * Locks variants, items and levels, each in the order of their ids, and returns the levels. Call it once in a
 * transaction, with all items. A change of a level changes the stock of its variants, so the variants come first.
 */
export async function lockLevels(em: EntityManager, itemIds: readonly string[]): Promise<LockedLevels> {
  const ids = [...new Set(itemIds)]
  if (ids.length === 0) return new LockedLevels(em, [])
  const [, , , rows] = await batch(
    em,
    lockVariants.with(ids),
    lockItems.with(ids),
    lockRows.with(ids),
    selectLevels.with(ids),
  )
  return new LockedLevels(
    em,
    rows.map(({ row }) => trackRow(em, InventoryLevel, row)),
  )
}

const lockVariants = query((db, itemIds: readonly string[]) =>
  db
    .selectFrom('product_variant')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('product_variant_inventory_item')
        .select('variant_id')
        .where('inventory_item_id', '=', anyOf(itemIds)),
    )
    .orderBy('id')
    .forNoKeyUpdate(),
)

/** The lock prevents two levels of one item at one location, and reservations of a deleted item. */
const lockItems = query((db, itemIds: readonly string[]) =>
  db.selectFrom('inventory_item').where('id', '=', anyOf(itemIds)).orderBy('id').forNoKeyUpdate(),
)

const lockRows = query((db, itemIds: readonly string[]) =>
  db
    .selectFrom('inventory_level')
    .where('inventory_item_id', '=', anyOf(itemIds))
    .orderBy('inventory_item_id')
    .orderBy('location_id')
    .forUpdate(),
)

const selectLevels = statement<JsonRow>(`
  select to_json(level) as row from inventory_level level where inventory_item_id = any($1::text[])
  order by inventory_item_id, location_id`)
