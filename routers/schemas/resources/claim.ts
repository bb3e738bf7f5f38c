import { z } from 'zod'
import { CLAIM_REASONS } from '#entities/claim/claim-item.ts'
import { CLAIM_PAYMENT_STATUSES, CLAIM_TYPES } from '#entities/claim/claim-order.ts'
import { FULFILLMENT_STATUSES } from '#entities/order/statuses.ts'
import { metadata, softDelete, timestamps } from '../common.ts'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { AddressResource, type AddressView } from './address.ts'
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
    get images(): Many<ClaimImageView> {
      return many(ClaimImageResource)
    },
    get tags(): Many<ClaimTagView> {
      return many(ClaimTagResource)
    },
    get item(): One<StoredLineView> {
      return one(StoredLine)
    },
    get variant(): One<ProductVariantView> {
      return one(ProductVariantResource)
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
  get claim_items(): Many<ClaimItemView> {
    return many(ClaimItemResource)
  },
  get additional_items(): Many<AdminLineItemView> {
    return many(AdminLineItem)
  },
  get return_order(): One<ReturnView> {
    return one(ReturnResource)
  },
  get shipping_methods(): Many<AdminShippingMethodView> {
    return many(AdminShippingMethod)
  },
  get fulfillments(): Many<FulfillmentView> {
    return many(FulfillmentResource)
  },
  get shipping_address(): One<AddressView> {
    return one(AddressResource)
  },
})

/** A claim as its customer sees it. */
export const StoreClaim = resource('StoreClaim', columns, {
  get additional_items(): Many<LineItemView> {
    return many(LineItemResource)
  },
  get fulfillments(): Many<FulfillmentView> {
    return many(FulfillmentResource)
  },
})
export interface ClaimImageView extends z.output<typeof ClaimImageResource> {}
export interface ClaimTagView extends z.output<typeof ClaimTagResource> {}
export interface ClaimItemView extends z.output<typeof ClaimItemResource> {}
export interface ClaimView extends z.output<typeof ClaimResource> {}
export interface StoreClaimView extends z.output<typeof StoreClaim> {}
