import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { addMissingItems } from '#entities/inventory/item/missing-items.ts'
import { lockLevels } from '#entities/inventory/level/lock-levels.ts'

/** The stock column of the import. With inventory enabled, levels store its value instead of variants. */
export const STOCK_COLUMN = 'variant inventory_quantity'

/** A change of the units of an item at a location. Without a level, one is created. */
export interface LevelChange {
  id: string
  inventory_item_id: string
  location_id: string
  difference: number
  is_limited: boolean
  is_new_variant: boolean
}

interface LevelChanges {
  levels: LevelChange[]
  /** The number of lines whose quantity the import ignores. */
  ignored: number
}

/**
 * Returns the changes of the only level of each item, or at the only location of the shop, that make the imported quantity available:
 * from the stock that the import has recorded, or without an import, from the stock now. Inventory must be enabled.
 */
export async function selectLevelChanges(em: EntityManager, importId: string | null): Promise<LevelChanges> {
  const variants = await selectVariants(em)
  await addMissingItems(
    em,
    variants.map(({ id }) => id),
  )
  const found = await selectChanges(em, importId)
  const levels = found.filter((change): change is LevelChange => change.location_id !== null)
  return { levels, ignored: found.length - levels.length }
}

/**
 * Changes levels by differences, so that units that were sold since stay counted. Checkouts of the variants wait from now on, so call it
 * last.
 */
export async function applyLevels(em: EntityManager, changes: readonly LevelChange[]): Promise<void> {
  const byItem = new Map(changes.map((change) => [change.inventory_item_id, change]))
  const stock = await lockLevels(em, [...byItem.keys()])
  const known = new Map(stock.levels.map((level) => [keyOf(level), level]))
  for (const change of byItem.values()) {
    const { inventory_item_id, location_id, difference } = change
    const level = known.get(keyOf(change))
    if (level) stock.setQuantities(level, { stocked_quantity: stockAfter(level, change) })
    else stock.createLevel({ inventory_item_id, location_id, stocked_quantity: Math.max(difference, 0) })
  }
  await stock.save()
}

const keyOf = (level: { inventory_item_id: string; location_id: string }) =>
  `${level.inventory_item_id} ${level.location_id}`

/** Limited stock does not fall below the reserved units. */
function stockAfter(
  { stocked_quantity: stocked, reserved_quantity: reserved }: { stocked_quantity: number; reserved_quantity: number },
  { difference, is_limited }: LevelChange,
): number {
  return Math.max(stocked + difference, is_limited ? Math.min(stocked, reserved) : 0, 0)
}

const selectVariants = statement<{ id: string }>(
  'select target_variant as id from import_row where is_variant order by target_variant',
)

const QUANTITY = "(r.variant->>'inventory_quantity')::integer"
const STAGED_SQL = `import_row r join product_variant v on v.id = r.target_variant and r.is_variant and v.manage_inventory
    join product_variant_inventory_item link on link.variant_id = v.id`
const BEFORE = "coalesce((c.before->'variant'->>'inventory_quantity')::integer, v.inventory_quantity)"

/** The variants whose quantity in the file differs from the quantity in the shop. */
export const STOCK_CHANGES_SQL = `select v.id from ${STAGED_SQL} where ${QUANTITY} <> v.inventory_quantity`

const selectChanges = statement<LevelChange | (Omit<LevelChange, 'location_id'> & { location_id: null })>(`
  select v.id, link.inventory_item_id, not v.allow_backorder as is_limited, r.is_new_variant,
    ((${QUANTITY}::bigint + v.inventory_quantity - ${BEFORE}) * link.required_quantity - coalesce(level.available, 0))::integer as difference,
    case level.count when 1 then level.location_id
      when 0 then (select min(id) from stock_location having count(*) = 1) end as location_id
  from ${STAGED_SQL}
    left join imported_change c on c.batch_job_id = $1::text and c.line = r.line
    cross join lateral (
      select count(*)::int as count, min(l.location_id) as location_id,
        sum(l.stocked_quantity::bigint - l.reserved_quantity) as available
      from inventory_level l where l.inventory_item_id = link.inventory_item_id) level
  where ${QUANTITY} <> ${BEFORE} order by r.line, link.id`)
