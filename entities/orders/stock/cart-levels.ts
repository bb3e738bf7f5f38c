import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson, jsonListSql } from '#database/json-rows.ts'
import { type Columns, trackRow } from '#database/rows.ts'
import { type BoundStatement, defer, statement } from '#database/statement.ts'
import { openCartColumnSql } from '#entities/cart/cart/open-cart-sql.ts'
import { OutOfStock } from '#entities/cart/stock/out-of-stock.ts'
import type { VariantItem } from '#entities/inventory/item/find-items.ts'
import { InventoryLevel } from '#entities/inventory/level/inventory-level.ts'
import { LockedLevels } from '#entities/inventory/level/locked-levels.ts'
import { announceStatement } from '#entities/platform/event/announce.ts'
import { type Allocation, allocateStock, type StockAllocation } from './allocate-stock.ts'
import { groupManagedItems, itemsOfLine } from './lines-in-stock.ts'
import type { CartStock, CartStockLock, CartStockRow, SoldLine } from './order-stock.ts'
import { buildDemand } from './reserve-lines.ts'
import { setNegativeStockAllowed } from './variant-quantities.ts'

/** Locks the same rows as `lockLevels`, together with the cart. */
export const lockCartLevels = (cart_id: string): CartStockLock => ({
  statements: [lockCartVariants.with(cart_id), lockCartLevelsStatement.with(cart_id)],
  parse: (rows, { items }) =>
    new CartLevels(
      items.filter((line) => !line.is_return),
      rows,
    ),
})

interface StoredStock {
  items: VariantItem[]
  levels: Columns<InventoryLevel>[]
  locations: { location_id: string }[]
}

class CartLevels implements CartStock {
  readonly #lines: readonly SoldLine[]
  readonly #stored: StoredStock

  constructor(lines: readonly SoldLine[], [row]: readonly CartStockRow[]) {
    this.#lines = lines
    this.#stored = fromJson<StoredStock>(row?.stock)
  }

  assertAvailable(): void {
    const { shortVariantIds } = this.#allocate('as the variants allow')
    if (shortVariantIds.length > 0) throw new OutOfStock(shortVariantIds)
  }

  takeStatements(em: EntityManager): Promise<BoundStatement<object>[]> {
    return this.#reserve(em, this.#allocate('as the variants allow').allocations)
  }

  async takeBackorderedStatements(em: EntityManager): Promise<BoundStatement<object>[]> {
    await defer(em, setNegativeStockAllowed.with('true'))
    const statements = await this.#reserve(em, this.#allocate('allowed').allocations)
    return [...statements, setNegativeStockAllowed.with('')]
  }

  stockAfter(): undefined {}

  #allocate(backorders: 'as the variants allow' | 'allowed'): StockAllocation {
    const { items, levels, locations } = this.#stored
    const itemsByVariant = groupManagedItems(items)
    const demands = this.#lines.flatMap((line) => buildDemand(line, itemsOfLine(itemsByVariant, line)))
    return allocateStock(
      backorders === 'allowed' ? demands.map((demand) => ({ ...demand, allow_backorder: true })) : demands,
      {
        locations: locations.map(({ location_id }) => location_id),
        levels: levels.map(({ inventory_item_id, location_id, stocked_quantity, reserved_quantity }) => ({
          inventory_item_id,
          location_id,
          available: stocked_quantity - reserved_quantity,
        })),
      },
    )
  }

  /** The reservations are sent together with the returned statements. */
  async #reserve(em: EntityManager, allocations: readonly Allocation[]): Promise<BoundStatement<object>[]> {
    const levels = new LockedLevels(
      em,
      this.#stored.levels.map((level) => trackRow(em, InventoryLevel, level)),
    )
    for (const { line_id, ...allocation } of allocations) levels.reserve({ line_item_id: line_id, ...allocation })
    await em.flush()
    const announcements = levels.announcements({ isCompletion: true })
    return announcements.length > 0 ? [announceStatement(announcements)] : []
  }
}

const ITEMS_OF_CART = `
  select link.id, link.variant_id, link.inventory_item_id, link.required_quantity, v.manage_inventory, v.allow_backorder
  from product_variant_inventory_item link join product_variant v on v.id = link.variant_id
  where link.variant_id = any(array(
    select variant_id from line_item where cart_id = ${openCartColumnSql('id')} and not is_return))`

const lockCartVariants = statement(`
  select from product_variant where id = any(array(
    select variant_id from product_variant_inventory_item where inventory_item_id = any(array(
      select inventory_item_id from (${ITEMS_OF_CART}) items)))) order by id for no key update`)

const lockCartLevelsStatement = statement<CartStockRow>(`
  with levels as materialized (
    select * from inventory_level where inventory_item_id = any(array(
      select inventory_item_id from (${ITEMS_OF_CART}) items)) order by inventory_item_id, location_id for update)
  select json_build_object(
    'levels', ${jsonListSql('select * from levels')},
    'items', ${jsonListSql(`${ITEMS_OF_CART} order by link.id`)},
    'locations', ${jsonListSql(`
      select location_id from sales_channel_location where sales_channel_id = coalesce(
        ${openCartColumnSql('sales_channel_id')}, (select default_sales_channel_id from store)) order by created_at, id`)}
  ) as stock`)
