import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, double, id } from '#entities/base.ts'
import { Order } from '#entities/orders/order/order.ts'
import { now } from '#entities/values/clock.ts'
import { GiftCard } from './gift-card.ts'

const GiftCardTransactionSchema = defineEntity({
  name: 'GiftCardTransaction',
  tableName: 'gift_card_transaction',
  properties: {
    id: id('gct'),
    created_at: p.datetime(3).onCreate(() => now()),
    gift_card_id: p.text().index(),
    order_id: p.text().index(),
    amount: amount(),
    is_taxable: p.boolean().nullable(),
    tax_rate: double().nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    gift_card: () => p.manyToOne(GiftCard).joinColumn('gift_card_id').persist(false).nullable(),
  },
})

export class GiftCardTransaction extends GiftCardTransactionSchema.class {}
GiftCardTransactionSchema.setClass(GiftCardTransaction)
