import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { insertRow, type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { buildVariantAnnouncements } from '#entities/catalogue/product/variant-events.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { lockLevels } from '#entities/inventory/level/lock-levels.ts'
import { lockStockLocation } from '#entities/inventory/stock-location/find-locations.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { query } from '#entities/query.ts'
import { setNegativeStockAllowed } from '../stock/variant-quantities.ts'
import { type CountableItem, findCountable } from './find-countable.ts'
import { StockCount } from './stock-count.ts'

export interface Count {
  /** The ID of the inventory item, or of the variant in a shop without inventory. */
  id: string
  /** The units that the shop expected on the shelf when the count began. */
  expected: number
  counted: number
}

export interface NewStockCount {
  counts: readonly Count[]
  location_id?: string | undefined
  reason: string
  created_by: string
}

/**
 * Sets the stock of all counted goods at once. Other goods keep their stock.
 * @throws InvalidData for unknown goods. NotAllowed if the stock has changed since the count began.
 */
export async function saveStockCount(em: EntityManager, input: NewStockCount): Promise<Row<StockCount>> {
  const { counts, location_id, reason, created_by } = input
  if (new Set(counts.map(({ id }) => id)).size < counts.length)
    throw new InvalidData('The same goods are counted twice').about('counts').because({ name: 'counted_twice' })
  const hasLocations = await isInventoryEnabled(em)
  if (hasLocations !== Boolean(location_id))
    throw new InvalidData(hasLocations ? 'Choose the location of the counted goods' : 'The shop has no stock locations')
      .about('location_id')
      .because({ name: 'value_required' })
  const items = location_id ? await countAtLocation(em, counts, location_id) : await countVariants(em, counts)
  const stock_count = insertRow(em, StockCount, { location_id, reason, created_by, items })
  await em.flush()
  return stock_count
}

async function countAtLocation(em: EntityManager, counts: readonly Count[], location_id: string) {
  const ids = counts.map(({ id }) => id)
  const stock = await lockLevels(em, ids)
  await lockStockLocation(em, location_id, 'key share')
  const items = await checkCounts(em, { counts, location_id })
  for (const { id, counted, expected } of items)
    if (counted !== expected) stock.put(id, location_id, counted - expected)
  await stock.save()
  return items
}

async function countVariants(em: EntityManager, counts: readonly Count[]) {
  const ids = counts.map(({ id }) => id)
  const [, rows] = await batch(em, lockVariants.with(ids), selectVariants.with(ids))
  const items = await checkCounts(em, { counts })
  const variants = new Map(rows.map(({ row }) => trackRow(em, ProductVariant, row)).map((row) => [row.id, row]))
  // More units can be sold than are on the shelf.
  await setNegativeStockAllowed(em, 'true')
  const changed = items.flatMap(({ id, counted, expected }) => {
    const variant = variants.get(id)
    if (!variant || counted === expected) return []
    variant.inventory_quantity += counted - expected
    return variant
  })
  await em.flush()
  await setNegativeStockAllowed(em, '')
  await announceAll(em, buildVariantAnnouncements('updated', changed))
  return items
}

/** The caller must have locked the stock. */
async function checkCounts(em: EntityManager, { counts, location_id }: Pick<NewStockCount, 'counts' | 'location_id'>) {
  const found = await findCountable(em, { ids: counts.map(({ id }) => id), location_id })
  const goods = new Map(found.filter(({ is_counted }) => is_counted).map((item) => [item.id, item]))
  const missing = counts.filter(({ id }) => !goods.has(id))
  if (missing.length > 0)
    throw new InvalidData(`The shop does not count the stock of ${missing.map(({ id }) => id).join(', ')}`)
      .about('counts')
      .because({ name: 'stock_not_counted' })
  const compared = counts.map((count) => ({ ...count, item: goods.get(count.id) as CountableItem }))
  const changed = compared.filter(({ expected, item }) => item.expected !== expected)
  if (changed.length > 0)
    throw new NotAllowed(
      `The stock changed while you counted: ${changed.map(({ item, expected }) => `${item.title} from ${expected} to ${item.expected}`).join(', ')}. Check these goods and save again.`,
    ).because({ name: 'stock_changed', titles: changed.map(({ item }) => item.title).join(', ') })
  return compared.map(({ id, expected, counted, item: { title, sku } }) => ({ id, title, sku, expected, counted }))
}

const lockVariants = query((db, ids: readonly string[]) =>
  db.selectFrom('product_variant').where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate(),
)
const selectVariants = statement<JsonRow>(
  'select to_json(v) as row from product_variant v where id = any($1::text[]) and deleted_at is null',
)
