import type { EntityManager } from '@mikro-orm/postgresql'
import { trackObject, trackRow } from '#database/rows.ts'
import { defer } from '#database/statement.ts'
import { query } from '#entities/query.ts'
import { shopOf } from '#entities/shop.ts'
import { CartLines } from '../line-item/cart-lines.ts'
import { LineItem } from '../line-item/line-item.ts'
import { priceCart } from '../pricing/price-cart.ts'
import { assertItemsChangeable, Cart } from './cart.ts'
import { isClaimableCart } from './cart-customer.ts'
import type { CartLineSnapshot, CartSnapshot, CustomerSnapshot } from './read-cart.ts'

const SnapshotObject = class {
  constructor(snapshot: CartSnapshot) {
    Object.assign(this, snapshot)
  }
} as new (
  snapshot: CartSnapshot,
) => CartSnapshot

/** A cart with tracked columns and lines: the next flush writes their changes. */
export class OpenCart extends SnapshotObject {
  readonly #em: EntityManager

  constructor(em: EntityManager, snapshot: CartSnapshot) {
    super(snapshot)
    this.#em = em
    this.items = snapshot.items.map((line) => trackRow(em, LineItem, line))
    trackObject(em, Cart, this)
  }

  get lines(): CartLines<CartLineSnapshot> {
    return new CartLines(this.#em, this.id, this.items)
  }

  assertItemsChangeable(): void {
    assertItemsChangeable(this)
  }

  total(): number {
    return priceCart(this, shopOf(this.#em), 'forced').totals.total
  }

  assignCustomer(customer: CustomerSnapshot): void {
    this.customer_id = customer.id
    this.email = customer.email
    this.customer = customer
  }

  isClaimable(): boolean {
    return isClaimableCart(this)
  }

  /** The lines of a cart determine its shipping options, so a change of the lines removes the shipping. */
  async removeShipping(): Promise<void> {
    for (const line of this.items) line.has_shipping = false
    if (this.shipping_methods.length > 0) await defer(this.#em, deleteShipping.with(this.id))
    this.shipping_methods = []
  }
}

const deleteShipping = query((db, cart_id: string) => db.deleteFrom('shipping_method').where('cart_id', '=', cart_id))
