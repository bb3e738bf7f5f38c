import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { addMissingItems } from '#entities/inventory/item/missing-items.ts'
import { lockLevels } from '#entities/inventory/level/lock-levels.ts'
import type { LockedLevels } from '#entities/inventory/level/locked-levels.ts'

/** The stock column of the import. With inventory enabled, levels store its value instead of variants. */
export const STOCK_COLUMN = 'variant inventory_quantity'

interface ImportedStock {
  id: string
  inventory_item_id: string
  quantity: number
  required_quantity: number
  is_new_variant: boolean
}

/**
 * Sets the only level of each item, or the level at the only location of the shop, so that the imported quantity is
 * available. Inventory must be enabled. Returns the ids of the changed variants that the shop had before, and the number of lines
 * whose quantity the import ignores.
 */
export async function applyStock(em: EntityManager): Promise<{ changed: string[]; ignored: number }> {
  const variants = await selectVariants(em)
  await addMissingItems(
    em,
    variants.map(({ id }) => id),
  )
  const changes = await selectChanges(em)
  const [location, secondLocation] = await selectLocations(em)
  const stock = await lockLevels(
    em,
    changes.map((change) => change.inventory_item_id),
  )
  const isApplied = createSetter(stock, secondLocation ? undefined : location?.id)
  const { applied = [], ignored = [] } = Object.groupBy(changes, (change) =>
    isApplied(change) ? 'applied' : 'ignored',
  )
  await stock.save()
  const known = applied.filter(({ is_new_variant }) => !is_new_variant)
  return { changed: known.map(({ id }) => id), ignored: ignored.length }
}

function createSetter(stock: LockedLevels, onlyLocation: string | undefined): (change: ImportedStock) => boolean {
  const levelsByItem = Map.groupBy(stock.levels, (level) => level.inventory_item_id)
  return ({ inventory_item_id, quantity, required_quantity }) => {
    const [level, secondLevel] = levelsByItem.get(inventory_item_id) ?? []
    const stockedFor = (reserved: number) => Math.max(quantity * required_quantity + reserved, 0)
    if (level && !secondLevel) {
      stock.setQuantities(level, { stocked_quantity: stockedFor(level.reserved_quantity) })
      return true
    }
    if (level || onlyLocation === undefined) return false
    stock.createLevel({ inventory_item_id, location_id: onlyLocation, stocked_quantity: stockedFor(0) })
    return true
  }
}

const selectVariants = statement<{ id: string }>(
  'select target_variant as id from import_row where is_variant order by target_variant',
)

/** The variants whose quantity in the file differs from the quantity in the shop. */
export const STOCK_CHANGES_SQL = `
  select v.id, r.line, r.is_new_variant, link.id as link_id, link.inventory_item_id, link.required_quantity, (r.variant->>'inventory_quantity')::integer as quantity
  from import_row r join product_variant v on v.id = r.target_variant
    join product_variant_inventory_item link on link.variant_id = v.id
  where r.is_variant and v.manage_inventory
    and (r.variant->>'inventory_quantity')::integer <> v.inventory_quantity`

const selectChanges = statement<ImportedStock>(`select * from (${STOCK_CHANGES_SQL}) changed order by line, link_id`)

const selectLocations = statement<{ id: string }>('select id from stock_location order by id limit 2')
