import { z } from 'zod'
import { COLLECTION_STATUSES } from '#entities/payment-collection/collection-status.ts'
import { metadata, softDelete, timestamps } from '../common.ts'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { PaymentResource, PaymentSessionResource, type PaymentView } from './payment.ts'
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
    get region(): One<RegionView> {
      return one(RegionResource)
    },
    get currency(): One<CurrencyView> {
      return one(CurrencyResource)
    },
    get payment_sessions(): Many<CollectionSessionView> {
      return many(CollectionSessionResource)
    },
    get payments(): Many<PaymentView> {
      return many(PaymentResource)
    },
  },
)

/** The collection as who pays sees it. */
export const StorePaymentCollection = resource('StorePaymentCollection', publicColumns, {
  get region(): One<RegionView> {
    return one(RegionResource)
  },
  get currency(): One<CurrencyView> {
    return one(CurrencyResource)
  },
  get payment_sessions(): Many<CollectionSessionView> {
    return many(CollectionSessionResource)
  },
})

export interface CollectionSessionView extends z.output<typeof CollectionSessionResource> {}
export interface PaymentCollectionView extends z.output<typeof PaymentCollectionResource> {}
export interface StorePaymentCollectionView extends z.output<typeof StorePaymentCollection> {}
