import { defineEntity, p } from '@mikro-orm/postgresql'
import {
  alive,
  amount,
  id,
  notPersonal,
  oneOf,
  personal,
  personalMetadata,
  softDelete,
  timestamps,
} from '#entities/base.ts'
import { NotAllowed } from '#entities/errors.ts'
import { Region } from '#entities/market/region/region.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { Address } from '#entities/people/customer/address.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import type { ChosenTenders } from '#entities/promotions/balance/read-balances.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { LineItem } from '../line-item/line-item.ts'
import { Payment } from '../payment/payment.ts'
import { PaymentSession } from '../payment/payment-session.ts'
import { ShippingMethod } from '../shipping/shipping-method.ts'

export const CART_TYPES = ['default', 'swap', 'draft_order', 'payment_link', 'claim'] as const
export type CartType = (typeof CART_TYPES)[number]

const CartSchema = defineEntity({
  name: 'Cart',
  tableName: 'cart',
  properties: {
    id: id('cart'),
    ...timestamps(),
    ...softDelete(),
    ...personalMetadata(),
    email: personal(p.text().nullable(), { contains: 'email' }),
    type: oneOf(CART_TYPES).onCreate(() => 'default'),
    region_id: p.text(),
    customer_id: p.text().nullable().index(),
    sales_channel_id: p.text().nullable(),
    billing_address_id: p.text().nullable(),
    shipping_address_id: p.text().nullable(),
    payment_id: p.text().nullable(),
    payment_attempt_id: p.text().nullable(),
    /** What gift cards paid when the customer agreed to the total. Null without an agreement or gift cards. */
    agreed_gift_card_total: amount().nullable(),
    /** The same for balances. */
    agreed_tender_total: amount().nullable(),
    tenders: notPersonal(p.json<ChosenTenders>().nullable()),
    completed_at: p.datetime(3).nullable(),
    payment_authorized_at: p.datetime(3).nullable(),
    idempotency_key: p.text().nullable(),
    context: personal(p.json<Record<string, unknown>>().nullable()),
    region: () => p.manyToOne(Region).joinColumn('region_id').persist(false).nullable(),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
    sales_channel: () => p.manyToOne(SalesChannel).joinColumn('sales_channel_id').persist(false).nullable(),
    billing_address: () => p.manyToOne(Address).joinColumn('billing_address_id').persist(false).nullable(),
    shipping_address: () => p.manyToOne(Address).joinColumn('shipping_address_id').persist(false).nullable(),
    payment: () => p.manyToOne(Payment).joinColumn('payment_id').persist(false).nullable(),
    items: () => p.oneToMany(LineItem).mappedBy('cart').orderBy({ created_at: 'asc', id: 'asc' }),
    payment_sessions: () => p.oneToMany(PaymentSession).mappedBy('cart').orderBy({ created_at: 'asc', id: 'asc' }),
    shipping_methods: () => p.oneToMany(ShippingMethod).orderBy({ id: 'asc' }).mappedBy('cart'),
    discounts: () =>
      p
        .manyToMany(Discount)
        .pivotTable('cart_discounts')
        .joinColumn('cart_id')
        .inverseJoinColumn('discount_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
    gift_cards: () =>
      p
        .manyToMany(GiftCard)
        .pivotTable('cart_gift_cards')
        .joinColumn('cart_id')
        .inverseJoinColumn('gift_card_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class Cart extends CartSchema.class {
  object(): 'cart' {
    return 'cart'
  }

  isCompleted(): boolean {
    return this.completed_at != null
  }

  isDraft(): boolean {
    return this.type === 'draft_order'
  }

  /** @throws NotAllowed for a swap cart, since the swap determines its items and prices. */
  assertItemsChangeable(): void {
    if (this.type === 'swap') throw new NotAllowed('The items of a swap cart cannot be changed')
  }
}
CartSchema.setClass(Cart)
