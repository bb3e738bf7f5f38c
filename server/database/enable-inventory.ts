import type { MikroORM } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { SalesChannelLocation } from '#entities/inventory/stock-location/sales-channel-location.ts'
import { StockLocation } from '#entities/inventory/stock-location/stock-location.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { lockStore } from '#entities/market/store/find-store.ts'
import { isInventoryEnabled, setInventoryMode } from '#entities/market/store/inventory-mode.ts'
import { onCoordinator } from './cluster-schema.ts'

/**
 * Turns the stock of each managed variant into an inventory item with one level, at one location that all sales
 * channels sell from. Units of unfulfilled order lines are reserved. Returns false if inventory is already enabled.
 */
export async function enableInventory(orm: MikroORM): Promise<boolean> {
  const wasEnabled = await isInventoryEnabled(orm.em.fork())
  let enabled = false
  if (!wasEnabled)
    await onCoordinator(orm, async () => {
      enabled = await createInventory(orm)
    })
  setInventoryMode(orm.em, true)
  return enabled
}

async function createInventory(orm: MikroORM): Promise<boolean> {
  return inTransaction(orm.em, async (em) => {
    await em.execute(DISABLE_TIMEOUTS_SQL)
    const store = await lockStore(em)
    if (store.inventory_enabled) return false
    // Waits for running changes of the stock, and stops new ones until the commit.
    await em.execute('lock table product_variant in share row exclusive mode')
    const location = insertRow(em, StockLocation, { name: 'Default Location' })
    for (const { id } of await em.find(SalesChannel, {}, { orderBy: { created_at: 'asc' } }))
      insertRow(em, SalesChannelLocation, { sales_channel_id: id, location_id: location.id })
    await em.flush()
    for (const sql of [CREATE_ITEMS, LINK_ITEMS]) await em.execute(sql)
    await em.execute(CREATE_RESERVATIONS, [location.id])
    await em.execute(CREATE_LEVELS, [location.id])
    for (const sql of ENABLE_STATEMENTS) await em.execute(sql)
    return true
  })
}

const DISABLE_TIMEOUTS_SQL =
  'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

const MANAGED = 'v.manage_inventory and v.deleted_at is null'
const itemIdSql = (variantId: string) => `'iitem_' || regexp_replace(${variantId}, '^variant_', '')`
const newIdSql = (prefix: string) => `'${prefix}_' || upper(replace(gen_random_uuid()::text, '-', ''))`

/** A cluster plans the rows of an insert before it. */
const insertSql = (table: string, columns: string, rows: string) => `
  with rows (${columns}) as materialized (${rows})
  insert into ${table} (${columns}) select * from rows`

const CREATE_ITEMS = insertSql(
  'inventory_item',
  'id, created_at, updated_at, sku, origin_country, hs_code, mid_code, material, weight, length, height, width, requires_shipping',
  `select ${itemIdSql('v.id')}, now(), now(), sku, origin_country, hs_code, mid_code, material, weight,
    length, height, width, true
  from product_variant v where ${MANAGED}`,
)

const LINK_ITEMS = insertSql(
  'product_variant_inventory_item',
  'id, created_at, updated_at, inventory_item_id, variant_id, required_quantity',
  `select ${newIdSql('pvitem')}, now(), now(), ${itemIdSql('v.id')}, v.id, 1 from product_variant v where ${MANAGED}`,
)

const CREATE_RESERVATIONS = insertSql(
  'reservation_item',
  'id, created_at, updated_at, line_item_id, inventory_item_id, location_id, quantity',
  `select ${newIdSql('resitem')}, now(), now(), li.id, link.inventory_item_id, ?,
    li.quantity - coalesce(li.fulfilled_quantity, 0)
  from line_item li join product_variant_inventory_item link on link.variant_id = li.variant_id
    left join "order" o on o.id = li.order_id left join claim_order c on c.id = li.claim_order_id
    left join swap s on s.id = li.swap_id
  where (o.id is not null or c.id is not null or s.confirmed_at is not null) and not li.is_return
    and o.canceled_at is null and c.canceled_at is null and s.canceled_at is null
    and li.quantity > coalesce(li.fulfilled_quantity, 0)`,
)

/** The column of the variant does not contain the units of unfulfilled lines, which are still on the shelf. */
const CREATE_LEVELS = insertSql(
  'inventory_level',
  'id, created_at, updated_at, inventory_item_id, location_id, stocked_quantity, reserved_quantity, incoming_quantity',
  `select ${newIdSql('ilev')}, now(), now(), link.inventory_item_id, ?,
    greatest(v.inventory_quantity + coalesce(reserved.quantity, 0), 0), coalesce(reserved.quantity, 0), 0
  from product_variant v join product_variant_inventory_item link on link.variant_id = v.id
    left join (select inventory_item_id, sum(quantity) as quantity from reservation_item group by inventory_item_id
    ) reserved using (inventory_item_id)`,
)

export const ENABLE_STATEMENTS: readonly string[] = [
  'update store set inventory_enabled = true',
  `with fresh as materialized (select gen_random_uuid() as version)
  update settings_version set version = fresh.version from fresh`,
  'select refresh_variant_stock(array(select variant_id from product_variant_inventory_item))',
  `create or replace trigger direct_stock before update of inventory_quantity on product_variant for each row
    when (new.inventory_quantity <> old.inventory_quantity and pg_trigger_depth() = 0)
    execute function refuse_direct_stock()`,
]
