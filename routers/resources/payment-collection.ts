import { z } from 'zod'
import { COLLECTION_STATUSES } from '#entities/orders/payment-collection/collection-status.ts'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { AdminPayment, type AdminPaymentView } from './admin-payment.ts'
import { PaymentSessionResource } from './payment.ts'
import { CurrencyResource, type CurrencyView, RegionResource, type RegionView } from './region.ts'

/** A part of a collection, in the words of the sessions of carts. */
export const CollectionSessionResource = resource('CollectionPaymentSession', {
  ...PaymentSessionResource.shape,
  cart_id: z.null(),
})

const publicColumns = {
  id: z.string(),
  ...metadata,
  type: z.literal('order_edit'),
  status: z.enum(COLLECTION_STATUSES),
  description: z.string().nullable(),
  amount: z.int(),
  authorized_amount: z.int().nullable(),
  currency_code: z.string(),
  region_id: z.string(),
  ...timestamps,
  ...softDelete,
}

export const PaymentCollectionResource = resource(
  'PaymentCollection',
  { ...publicColumns, created_by: z.string() },
  {
    get region(): ToOne<RegionView> {
      return toOne(RegionResource)
    },
    get currency(): ToOne<CurrencyView> {
      return toOne(CurrencyResource)
    },
    get payment_sessions(): ToMany<CollectionSessionView> {
      return toMany(CollectionSessionResource)
    },
    get payments(): ToMany<AdminPaymentView> {
      return toMany(AdminPayment)
    },
  },
)

/** The collection as who pays sees it. */
export const StorePaymentCollection = resource('StorePaymentCollection', publicColumns, {
  get region(): ToOne<RegionView> {
    return toOne(RegionResource)
  },
  get currency(): ToOne<CurrencyView> {
    return toOne(CurrencyResource)
  },
  get payment_sessions(): ToMany<CollectionSessionView> {
    return toMany(CollectionSessionResource)
  },
})

export interface CollectionSessionView extends z.output<typeof CollectionSessionResource> {}
export interface PaymentCollectionView extends z.output<typeof PaymentCollectionResource> {}
export interface StorePaymentCollectionView extends z.output<typeof StorePaymentCollection> {}
