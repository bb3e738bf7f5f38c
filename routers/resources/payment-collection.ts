import { z } from 'zod'
import { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
import { PaymentCollection } from '#entities/orders/payment-collection/payment-collection.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { AdminPayment } from './admin-payment.ts'
import { CurrencyResource, RegionResource } from './region.ts'

export const CollectionSessionResource = defineResource({
  name: 'CollectionPaymentSession',
  entity: CollectionSession,
  columns: {
    ...columnsOf(CollectionSession, { omit: ['payment_collection_id', 'amount'] }),
    amount: z.int().nullable(),
    cart_id: z.null(),
    is_selected: z.boolean().nullable(),
    is_initiated: z.boolean(),
    idempotency_key: z.string().nullable(),
  },
})
export interface CollectionSessionView extends RowOf<typeof CollectionSessionResource> {}

const storeRelations = () => ({
  region: toOne(RegionResource),
  currency: toOne(CurrencyResource),
  payment_sessions: toMany(CollectionSessionResource),
})

const paymentCollection = defineResource({
  name: 'PaymentCollection',
  entity: PaymentCollection,
  columns: columnsOf(PaymentCollection, { omit: ['order_id'] }),
  relations: () => ({ ...storeRelations(), payments: toMany(AdminPayment) }),
})
export interface PaymentCollectionView extends RowOf<typeof paymentCollection> {}
export const PaymentCollectionResource: Resource<PaymentCollectionView> = paymentCollection

export const StorePaymentCollection = defineResource({
  name: 'StorePaymentCollection',
  entity: PaymentCollection,
  columns: columnsOf(PaymentCollection, { omit: ['created_by', 'order_id'] }),
  relations: storeRelations,
})
export interface StorePaymentCollectionView extends RowOf<typeof StorePaymentCollection> {}
