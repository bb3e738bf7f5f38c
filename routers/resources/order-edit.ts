import { z } from 'zod'
import type { OrderLineSnapshot } from '#entities/orders/order/read-order.ts'
import { computeEditTotals, type EditedOrder } from '#entities/orders/order-edit/edit-totals.ts'
import { CHANGE_TYPES } from '#entities/orders/order-edit/order-item-change.ts'
import { EDIT_STATUSES } from '#entities/orders/order-edit/states.ts'
import { timestamps } from '../inputs/common.ts'
import { defineComputation } from '../reading/computed.ts'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { columnsOf } from '../reading/selection.ts'
import { AdminLineItem, type AdminLineItemView } from './admin-line-item.ts'
import { LineItemResource, type LineItemView, StoredLine, type StoredLineView } from './line-item.ts'
import {
  PaymentCollectionResource,
  type PaymentCollectionView,
  StorePaymentCollection,
  type StorePaymentCollectionView,
} from './payment-collection.ts'
import { StoredOrder, type StoredOrderView } from './stored-order.ts'

const text = z.string().nullable()
const time = z.date().nullable()

export const OrderItemChangeResource = resource(
  'OrderItemChange',
  {
    id: z.string(),
    ...timestamps,
    deleted_at: time,
    type: z.enum(CHANGE_TYPES),
    order_edit_id: z.string(),
    original_line_item_id: text,
    line_item_id: text,
  },
  {
    get line_item(): ToOne<StoredLineView> {
      return toOne(StoredLine)
    },
    get original_line_item(): ToOne<StoredLineView> {
      return toOne(StoredLine)
    },
  },
)

/** What whoever knows its id may know of an edit. */
export const publicEditColumns = {
  id: z.string(),
  ...timestamps,
  order_id: z.string(),
  status: z.enum(EDIT_STATUSES),
  requested_by: text,
  requested_at: time,
  confirmed_at: time,
  declined_by: text,
  declined_reason: text,
  declined_at: time,
  canceled_at: time,
  payment_collection_id: text,
}

const columns = { ...publicEditColumns, internal_note: text, created_by: text, confirmed_by: text, canceled_by: text }

const totals = {
  subtotal: z.int(),
  discount_total: z.int(),
  shipping_total: z.int(),
  gift_card_total: z.int(),
  gift_card_tax_total: z.int(),
  tax_total: z.int(),
  total: z.int(),
  difference_due: z.int(),
}

/** The relations that an edit is shown with where the caller names none. */
export const EDIT_RELATIONS = [
  'changes.line_item.variant',
  'changes.original_line_item.variant',
  'items.variant',
  'items.adjustments',
  'items.tax_lines',
  'payment_collection',
]

/** An edit in what it belongs to: what is stored of it, not what it comes to. */
export const StoredOrderEdit = resource('StoredOrderEdit', columns, {
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
  get changes(): ToMany<OrderItemChangeView> {
    return toMany(OrderItemChangeResource)
  },
  get items(): ToMany<StoredLineView> {
    return toMany(StoredLine)
  },
  get payment_collection(): ToOne<PaymentCollectionView> {
    return toOne(PaymentCollectionResource)
  },
})

/** The edit as the shop reads it. */
export const OrderEditResource = resource(
  'OrderEdit',
  { ...columns, ...totals },
  {
    get changes(): ToMany<OrderItemChangeView> {
      return toMany(OrderItemChangeResource)
    },
    get items(): ToMany<AdminLineItemView> {
      return toMany(AdminLineItem)
    },
    get order(): ToOne<StoredOrderView> {
      return toOne(StoredOrder)
    },
    get payment_collection(): ToOne<PaymentCollectionView> {
      return toOne(PaymentCollectionResource)
    },
  },
)

/** The edit as its customer is asked about it. */
export const StoreOrderEdit = resource(
  'StoreOrderEdit',
  { ...publicEditColumns, ...totals },
  {
    get changes(): ToMany<OrderItemChangeView> {
      return toMany(OrderItemChangeResource)
    },
    get items(): ToMany<LineItemView> {
      return toMany(LineItemResource)
    },
    get payment_collection(): ToOne<StorePaymentCollectionView> {
      return toOne(StorePaymentCollection)
    },
  },
)

for (const edit of [OrderEditResource, StoreOrderEdit])
  defineComputation<{ order: EditedOrder; items: OrderLineSnapshot[] }>(edit, {
    needs: [
      'items.adjustments',
      'items.tax_lines',
      'order.items.adjustments',
      'order.items.tax_lines',
      'order.shipping_methods.tax_lines',
      'order.discounts.rule',
      'order.gift_card_transactions',
    ],
    compute: ({ order, items }) => computeEditTotals(order, items),
  })

/** How one of these is shown where the caller names nothing; what it comes to is shown in any case. */
export const editDefaults = (edit: typeof OrderEditResource | typeof StoreOrderEdit) => ({
  relations: EDIT_RELATIONS,
  columns: columnsOf(edit).filter((name) => name !== 'updated_at'),
  always: Object.keys(totals),
})

export interface OrderItemChangeView extends z.output<typeof OrderItemChangeResource> {}
export interface StoredOrderEditView extends z.output<typeof StoredOrderEdit> {}
export interface OrderEditView extends z.output<typeof OrderEditResource> {}
export interface StoreOrderEditView extends z.output<typeof StoreOrderEdit> {}
