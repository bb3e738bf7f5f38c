import { z } from 'zod'
import { RETURN_STATUSES } from '#entities/return/return.ts'
import { metadata, softDelete, timestamps } from '../common.ts'
import { accompany, type Many, many, type One, one, resource } from '../resource.ts'
import { AdminShippingMethod, type AdminShippingMethodView } from './admin-line-item.ts'
import { ShippingMethodResource, type ShippingMethodView, StoredLine, type StoredLineView } from './line-item.ts'
import { StoredOrder, type StoredOrderView } from './order.ts'
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
    get parent_return_reason(): One<ReturnReasonView> {
      return one(ReturnReasonResource)
    },
    get return_reason_children(): Many<ReturnReasonView> {
      return many(ReturnReasonResource)
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
    get item(): One<StoredLineView> {
      return one(StoredLine)
    },
    get reason(): One<ReturnReasonView> {
      return one(ReturnReasonResource)
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
  get items(): Many<ReturnItemView> {
    return many(ReturnItemResource)
  },
  get shipping_method(): One<AdminShippingMethodView> {
    return one(AdminShippingMethod)
  },
  get order(): One<StoredOrderView> {
    return one(StoredOrder)
  },
  get swap(): One<SwapView> {
    return one(SwapResource)
  },
})

/** A return as its customer sees it. */
export const StoreReturn = resource('StoreReturn', columns, {
  get items(): Many<ReturnItemView> {
    return many(ReturnItemResource)
  },
  get shipping_method(): One<ShippingMethodView> {
    return one(ShippingMethodResource)
  },
})
for (const resource of [ReturnResource, StoreReturn]) accompany(resource, ['items'])

export interface ReturnReasonView extends z.output<typeof ReturnReasonResource> {}
export interface ReturnItemView extends z.output<typeof ReturnItemResource> {}
export interface ReturnView extends z.output<typeof ReturnResource> {}
export interface StoreReturnView extends z.output<typeof StoreReturn> {}
