import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, oneOf, personal, timestamps } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { NotAllowed } from '#entities/errors.ts'
import { canTransition } from '#entities/values/can-transition.ts'
import { now } from '#entities/values/clock.ts'
import { Order } from '../order/order.ts'
import { PaymentCollection } from '../payment-collection/payment-collection.ts'
import { EDIT_STATUSES, EDIT_TRANSITIONS, type EditStatus, OPEN_EDIT_STATUSES } from './edit-statuses.ts'
import { OrderItemChange } from './order-item-change.ts'

/** When an edit is confirmed, its lines replace the lines of the order. */
const OrderEditSchema = defineEntity({
  name: 'OrderEdit',
  tableName: 'order_edit',
  properties: {
    id: id('oe'),
    ...timestamps(),
    order_id: p.text().index(),
    status: oneOf(EDIT_STATUSES).onCreate(() => 'created'),
    internal_note: personal(p.text().nullable()),
    /** The `..._by` columns contain the id of a user or a customer. */
    created_by: p.text().nullable(),
    requested_by: p.text().nullable(),
    requested_at: p.datetime(3).nullable(),
    confirmed_by: p.text().nullable(),
    confirmed_at: p.datetime(3).nullable(),
    declined_by: p.text().nullable(),
    declined_reason: personal(p.text().nullable()),
    declined_at: p.datetime(3).nullable(),
    canceled_by: p.text().nullable(),
    canceled_at: p.datetime(3).nullable(),
    payment_collection_id: p.text().nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    items: () => p.oneToMany(LineItem).mappedBy('order_edit').orderBy({ created_at: 'asc', id: 'asc' }),
    payment_collection: () =>
      p.manyToOne(PaymentCollection).joinColumn('payment_collection_id').persist(false).nullable(),
    changes: () => p.oneToMany(OrderItemChange).mappedBy('order_edit').orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class OrderEdit extends OrderEditSchema.class {
  isOpen(): boolean {
    return (OPEN_EDIT_STATUSES as readonly EditStatus[]).includes(this.status)
  }

  /** @throws NotAllowed with `message` and the status, unless the status is `created`. */
  assertEditable(message: string): void {
    if (this.status !== 'created') throw this.refuse(`${message} ${this.status}`)
  }

  assertDeletable(): void {
    this.assertEditable('Cannot delete order edit with status')
  }

  assertCompletable(): void {
    if (this.status !== 'requested' && this.status !== 'confirmed')
      throw this.refuse(`Cannot complete an order edit with status ${this.status}`)
  }

  request(by: string): void {
    this.assertCanBecome('requested', `Cannot request a confirmation of an order edit with status ${this.status}`)
    Object.assign(this, { status: 'requested', requested_at: now(), requested_by: by })
  }

  confirm(by: string | null): void {
    this.assertCanBecome('confirmed', `Cannot confirm an order edit with status ${this.status}`)
    Object.assign(this, { status: 'confirmed', confirmed_at: now(), confirmed_by: by })
  }

  decline(by: string | null, reason: string | null): void {
    this.assertCanBecome('declined', `Cannot decline an order edit with status ${this.status}.`)
    const declined = { declined_at: now(), declined_by: by, declined_reason: reason }
    Object.assign(this, { status: 'declined', ...declined })
  }

  cancel(by: string | null): void {
    this.assertCanBecome('canceled', `Cannot cancel order edit with status ${this.status}`)
    Object.assign(this, { status: 'canceled', canceled_at: now(), canceled_by: by })
  }

  private assertCanBecome(status: EditStatus, message: string): void {
    if (!canTransition(EDIT_TRANSITIONS, this.status, status)) throw this.refuse(message)
  }

  private refuse(message: string): NotAllowed {
    return new NotAllowed(message).because({ name: 'order_edit_status', status: this.status })
  }
}
OrderEditSchema.setClass(OrderEdit)
