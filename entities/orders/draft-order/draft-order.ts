import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, oneOf, personalMetadata, timestamps } from '#entities/base.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { NotAllowed } from '#entities/errors.ts'
import { tags } from '#entities/platform/tag/tag.ts'
import { Order } from '../order/order.ts'
import { paymentLinkColumns } from '../payment-link/payment-link-columns.ts'

export const DRAFT_ORDER_STATUSES = ['open', 'completed'] as const

/** An administrator fills the cart of a draft order for a customer. The payment turns it into an order. */
const DraftOrderSchema = defineEntity({
  name: 'DraftOrder',
  tableName: 'draft_order',
  properties: {
    id: id('dorder'),
    ...timestamps(),
    ...personalMetadata(),
    status: oneOf(DRAFT_ORDER_STATUSES).onCreate(() => 'open'),
    display_id: p.integer().defaultRaw(`nextval('draft_order_display_id_seq')`),
    cart_id: p.text().nullable().unique(),
    order_id: p.text().nullable().unique(),
    canceled_at: p.datetime(3).nullable(),
    completed_at: p.datetime(3).nullable(),
    no_notification_order: p.boolean().nullable(),
    idempotency_key: p.text().nullable(),
    ...tags(),
    ...paymentLinkColumns(),
    cart: () => p.manyToOne(Cart).joinColumn('cart_id').persist(false).nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
  },
})

export class DraftOrder extends DraftOrderSchema.class {
  assertOpen(message: string): void {
    if (this.status !== 'open') throw new NotAllowed(message).because({ name: 'draft_order_completed' })
  }

  complete(order_id: string, completed_at: Date): void {
    Object.assign(this, { status: 'completed', order_id, completed_at })
  }
}
DraftOrderSchema.setClass(DraftOrder)
