import { z } from 'zod'
import { RETURN_STATUSES } from '#entities/orders/return/return.ts'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { alwaysInclude, resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { AdminShippingMethod, type AdminShippingMethodView } from './admin-line-item.ts'
import { ClaimResource, type ClaimView } from './claim.ts'
import { ShippingMethodResource, type ShippingMethodView, StoredLine, type StoredLineView } from './line-item.ts'
import { StoredOrder, type StoredOrderView } from './stored-order.ts'
import { SwapResource, type SwapView } from './swap.ts'

const text = z.string().nullable()

export const ReturnReasonResource = resource(
  'ReturnReason',
  {
    id: z.string(),
    ...timestamps,
    ...softDelete,
    ...metadata,
    value: z.string(),
    label: z.string(),
    description: text,
    parent_return_reason_id: text,
  },
  {
    get parent_return_reason(): ToOne<ReturnReasonView> {
      return toOne(ReturnReasonResource)
    },
    get return_reason_children(): ToMany<ReturnReasonView> {
      return toMany(ReturnReasonResource)
    },
  },
)

export const ReturnItemResource = resource(
  'ReturnItem',
  {
    return_id: z.string(),
    item_id: z.string(),
    quantity: z.int(),
    is_requested: z.boolean(),
    requested_quantity: z.int().nullable(),
    received_quantity: z.int().nullable(),
    reason_id: text,
    note: text,
    ...metadata,
  },
  {
    get item(): ToOne<StoredLineView> {
      return toOne(StoredLine)
    },
    get reason(): ToOne<ReturnReasonView> {
      return toOne(ReturnReasonResource)
    },
  },
)

const columns = {
  id: z.string(),
  ...timestamps,
  ...metadata,
  status: z.enum(RETURN_STATUSES),
  swap_id: text,
  claim_order_id: text,
  order_id: text,
  location_id: text,
  shipping_data: z.record(z.string(), z.unknown()).nullable(),
  refund_amount: z.int(),
  received_at: z.date().nullable(),
  no_notification: z.boolean().nullable(),
  idempotency_key: text,
}

export const ReturnResource = resource('Return', columns, {
  get items(): ToMany<ReturnItemView> {
    return toMany(ReturnItemResource)
  },
  get shipping_method(): ToOne<AdminShippingMethodView> {
    return toOne(AdminShippingMethod)
  },
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
  get swap(): ToOne<SwapView> {
    return toOne(SwapResource)
  },
  get claim_order(): ToOne<ClaimView> {
    return toOne(ClaimResource)
  },
})

/** A return as its customer sees it. */
export const StoreReturn = resource('StoreReturn', columns, {
  get items(): ToMany<ReturnItemView> {
    return toMany(ReturnItemResource)
  },
  get shipping_method(): ToOne<ShippingMethodView> {
    return toOne(ShippingMethodResource)
  },
})
for (const resource of [ReturnResource, StoreReturn]) alwaysInclude(resource, ['items'])

export interface ReturnReasonView extends z.output<typeof ReturnReasonResource> {}
export interface ReturnItemView extends z.output<typeof ReturnItemResource> {}
export interface ReturnView extends z.output<typeof ReturnResource> {}
export interface StoreReturnView extends z.output<typeof StoreReturn> {}
