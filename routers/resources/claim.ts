import { z } from 'zod'
import { CLAIM_REASONS } from '#entities/orders/claim/claim-item.ts'
import { CLAIM_PAYMENT_STATUSES, CLAIM_TYPES } from '#entities/orders/claim/claim-order.ts'
import { FULFILLMENT_STATUSES } from '#entities/orders/order/statuses.ts'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { AdminFulfillment, type AdminFulfillmentView } from './admin-fulfillment.ts'
import {
  AdminLineItem,
  type AdminLineItemView,
  AdminShippingMethod,
  type AdminShippingMethodView,
} from './admin-line-item.ts'
import { FulfillmentResource, type FulfillmentView } from './fulfillment.ts'
import { LineItemResource, type LineItemView, StoredLine, type StoredLineView } from './line-item.ts'
import { ProductVariantResource, type ProductVariantView } from './product.ts'
import { ReturnResource, type ReturnView } from './return.ts'
import { StoredOrder, type StoredOrderView } from './stored-order.ts'

const text = z.string().nullable()

export const ClaimImageResource = resource('ClaimImage', {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  url: z.string(),
  claim_item_id: z.string(),
})

export const ClaimTagResource = resource('ClaimTag', {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  value: z.string(),
})

export const ClaimItemResource = resource(
  'ClaimItem',
  {
    id: z.string(),
    ...timestamps,
    ...softDelete,
    ...metadata,
    claim_order_id: z.string(),
    item_id: z.string(),
    variant_id: z.string(),
    reason: z.enum(CLAIM_REASONS),
    note: text,
    quantity: z.int(),
  },
  {
    get images(): ToMany<ClaimImageView> {
      return toMany(ClaimImageResource)
    },
    get tags(): ToMany<ClaimTagView> {
      return toMany(ClaimTagResource)
    },
    get item(): ToOne<StoredLineView> {
      return toOne(StoredLine)
    },
    get variant(): ToOne<ProductVariantView> {
      return toOne(ProductVariantResource)
    },
  },
)

const columns = {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  payment_status: z.enum(CLAIM_PAYMENT_STATUSES),
  fulfillment_status: z.enum(FULFILLMENT_STATUSES),
  type: z.enum(CLAIM_TYPES),
  order_id: z.string(),
  shipping_address_id: text,
  refund_amount: z.int().nullable(),
  canceled_at: z.date().nullable(),
  no_notification: z.boolean().nullable(),
  idempotency_key: text,
}

export const ClaimResource = resource('ClaimOrder', columns, {
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
  get claim_items(): ToMany<ClaimItemView> {
    return toMany(ClaimItemResource)
  },
  get additional_items(): ToMany<AdminLineItemView> {
    return toMany(AdminLineItem)
  },
  get return_order(): ToOne<ReturnView> {
    return toOne(ReturnResource)
  },
  get shipping_methods(): ToMany<AdminShippingMethodView> {
    return toMany(AdminShippingMethod)
  },
  get fulfillments(): ToMany<AdminFulfillmentView> {
    return toMany(AdminFulfillment)
  },
  get shipping_address(): ToOne<AddressView> {
    return toOne(AddressResource)
  },
})

/** A claim as its customer sees it. */
export const StoreClaim = resource('StoreClaim', columns, {
  get additional_items(): ToMany<LineItemView> {
    return toMany(LineItemResource)
  },
  get fulfillments(): ToMany<FulfillmentView> {
    return toMany(FulfillmentResource)
  },
})
export interface ClaimImageView extends z.output<typeof ClaimImageResource> {}
export interface ClaimTagView extends z.output<typeof ClaimTagResource> {}
export interface ClaimItemView extends z.output<typeof ClaimItemResource> {}
export interface ClaimView extends z.output<typeof ClaimResource> {}
export interface StoreClaimView extends z.output<typeof StoreClaim> {}
