import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { type BoundStatement, statement } from '#database/statement.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { insufficientStock, OutOfStock } from '#entities/cart/stock/out-of-stock.ts'
import type { OrderEdit } from '../order-edit/order-edit.ts'
import type { CartStock, LineOwner, OrderStock, ReceivedStock, SoldLine, VariantChange } from './order-stock.ts'
import {
  computeQuantityAfter,
  lockCartQuantitiesStatement,
  lockVariantQuantities,
  parseShortVariants,
  returnVariantQuantities,
  takeBackorderedQuantitiesStatements,
  takeQuantitiesStatement,
  takeVariantQuantities,
} from './variant-quantities.ts'

/** Without inventory, a completion takes `inventory_quantity` of its variants. Fulfillments take nothing. */
export const variantStock: OrderStock = {
  lockCart: (cart_id) => ({
    statements: [undefined, lockCartQuantitiesStatement.with(cart_id)],
    parse: (rows, { items }) =>
      new CartQuantities(
        items.filter((line) => !line.is_return),
        parseShortVariants(rows),
      ),
  }),
  take: takeAvailableQuantities,
  release: releaseQuantities,
  assertEditCovered,
  applyEdit,
  async assertFulfillable() {},
  async fulfill() {},
  async cancelFulfillment() {},
  receive: (em, _return, items: readonly ReceivedStock[]) => returnVariantQuantities(em, items),
}

class CartQuantities implements CartStock {
  readonly #lines: readonly SoldLine[]
  readonly #shortVariantIds: readonly string[]

  constructor(lines: readonly SoldLine[], shortVariantIds: readonly string[]) {
    this.#lines = lines
    this.#shortVariantIds = shortVariantIds
  }

  assertAvailable(): void {
    if (this.#shortVariantIds.length > 0) throw new OutOfStock(this.#shortVariantIds)
  }

  async takeStatements(_em: EntityManager, at: Date): Promise<BoundStatement<object>[]> {
    return [takeQuantitiesStatement(this.#lines, at)]
  }

  async takeBackorderedStatements(_em: EntityManager, at: Date): Promise<BoundStatement<object>[]> {
    return takeBackorderedQuantitiesStatements(this.#lines, at)
  }

  stockAfter(at: Date): VariantChange {
    return computeQuantityAfter(this.#lines, at)
  }
}

async function takeAvailableQuantities(em: EntityManager, lines: readonly SoldLine[]): Promise<void> {
  const [shortVariantId] = await lockVariantQuantities(em, lines)
  if (shortVariantId) throw insufficientStock(shortVariantId)
  await takeVariantQuantities(em, lines)
}

async function releaseQuantities(em: EntityManager, owner: LineOwner): Promise<void> {
  const lines = await findRows(em, LineItem, owner)
  const quantities = lines.map(({ variant_id, quantity, returned_quantity }) => ({
    variant_id,
    quantity: quantity - (returned_quantity ?? 0),
  }))
  await returnVariantQuantities(em, quantities)
}

async function assertEditCovered(em: EntityManager, { id, order_id }: Row<OrderEdit>): Promise<void> {
  const [variant] = await selectShortVariant(em, id, order_id)
  if (variant) throw insufficientStock(variant.id)
}

async function applyEdit(em: EntityManager, { id, order_id }: Row<OrderEdit>): Promise<void> {
  const differences = await selectQuantityDifferences(em, id, order_id)
  const additions = differences.map((line) => ({ ...line, quantity: Math.max(0, line.quantity) }))
  // Also locks the variants of returned stock, so that all variants are locked in the order of their ids.
  const shortIds = new Set(await lockVariantQuantities(em, additions))
  const shortLine = additions.find(({ variant_id, quantity }) => quantity > 0 && shortIds.has(variant_id))
  if (shortLine) throw insufficientStock(shortLine.variant_id)
  await takeVariantQuantities(
    em,
    additions.filter(({ quantity }) => quantity > 0),
  )
  const removals = differences.filter(({ quantity }) => quantity < 0)
  await returnVariantQuantities(
    em,
    removals.map((line) => ({ ...line, quantity: -line.quantity })),
  )
}

/** Selects for each variant the quantity in edit `$1` minus the quantity in its order `$2`. */
const QUANTITY_DIFFERENCE_SQL = `
  select variant_id, sum(case when order_edit_id = $1 then quantity else -quantity end)::int as quantity from line_item
  where (order_edit_id = $1 or order_id = $2) and variant_id is not null group by variant_id`

const selectQuantityDifferences = statement<{ variant_id: string; quantity: number }>(
  `select * from (${QUANTITY_DIFFERENCE_SQL}) difference where quantity <> 0 order by variant_id`,
)

const selectShortVariant = statement<{ id: string }>(`
  select v.id from product_variant v join (${QUANTITY_DIFFERENCE_SQL}) wanted on wanted.variant_id = v.id
  where wanted.quantity > 0 and v.manage_inventory and not v.allow_backorder and wanted.quantity > v.inventory_quantity
  order by v.id limit 1`)
