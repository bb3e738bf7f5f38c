import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import type { BoundStatement } from '#database/statement.ts'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { LineItem } from '#entities/cart/line-item/line-item.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import type { Fulfillment } from '../fulfillment/fulfillment.ts'
import type { FulfillmentItem } from '../fulfillment/fulfillment-item.ts'
import type { OrderEdit } from '../order-edit/order-edit.ts'
import type { Return } from '../return/return.ts'
import { levelStock } from './level-stock.ts'
import { variantStock } from './variant-stock.ts'

/** The stock that orders take and return. Each operation belongs to the transaction of the caller, which locks the order. */
export interface OrderStock {
  /** Locks the stock of a cart. Completions send it between the locks of the gift cards and of the discounts. */
  lockCart(cart_id: string): CartStockLock
  /** @throws NotAllowed if the stock is too low. */
  take(em: EntityManager, lines: readonly SoldLine[], sales_channel_id: string | null): Promise<void>
  /** Returns the stock of a canceled order, claim or swap. */
  release(em: EntityManager, owner: LineOwner): Promise<void>
  /** @throws NotAllowed if the stock is too low for an edit that is not confirmed. */
  assertEditCovered(em: EntityManager, edit: Row<OrderEdit>): Promise<void>
  /** Takes and returns stock, before the edit replaces the lines. @throws NotAllowed if the stock is too low. */
  applyEdit(em: EntityManager, edit: Row<OrderEdit>): Promise<void>
  /** Checks the stock before the call of a carrier, without locks. @throws NotAllowed. InvalidData without a location. */
  assertFulfillable(em: EntityManager, shipment: PlannedShipment): Promise<void>
  fulfill(em: EntityManager, shipments: readonly Shipment[]): Promise<void>
  cancelFulfillment(
    em: EntityManager,
    fulfillment: Row<Fulfillment>,
    items: readonly Row<FulfillmentItem>[],
  ): Promise<void>
  receive(em: EntityManager, returnOrder: Row<Return>, items: readonly ReceivedStock[]): Promise<void>
}

export type SoldLine = Pick<LineItem, 'id' | 'variant_id' | 'quantity'>
export type LineOwner = { order_id: string } | { claim_order_id: string } | { swap_id: string }
export type ReceivedStock = { item_id: string; variant_id: string | null; quantity: number }

export interface PlannedShipment {
  lines: readonly { line: Row<LineItem>; quantity: number }[]
  location_id: string | null
}

export interface Shipment {
  fulfillment: Row<Fulfillment>
  items: PlannedShipment['lines']
}

export interface CartStockLock {
  statements: readonly [BoundStatement<object> | undefined, BoundStatement<CartStockRow>]
  parse(rows: readonly CartStockRow[], cart: CartSnapshot): CartStock
}

export interface CartStockRow {
  stock: unknown
}

/** The locked stock of a cart. */
export interface CartStock {
  /** @throws OutOfStock */
  assertAvailable(): void
  takeStatements(em: EntityManager, at: Date): Promise<BoundStatement<object>[]>
  /** Takes stock without a check. */
  takeBackorderedStatements(em: EntityManager, at: Date): Promise<BoundStatement<object>[]>
  /** Returns the variant as `takeStatements` leaves it, or undefined if the variant must be read again. */
  stockAfter(at: Date): VariantChange | undefined
}

export type VariantChange = <
  Variant extends { id: string; manage_inventory: boolean; inventory_quantity: number; updated_at: Date },
>(
  variant: Variant,
) => Variant

export const orderStock = async (em: EntityManager): Promise<OrderStock> =>
  (await isInventoryEnabled(em)) ? levelStock : variantStock
