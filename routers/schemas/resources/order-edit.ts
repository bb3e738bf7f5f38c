import { z } from 'zod'
import type { OrderLineFacts } from '#entities/order/read-order.ts'
import { type EditedOrder, editTotals } from '#entities/order-edit/edit-totals.ts'
import { CHANGE_TYPES } from '#entities/order-edit/order-item-change.ts'
import { EDIT_STATUSES } from '#entities/order-edit/states.ts'
import { timestamps } from '../common.ts'
import { computes } from '../computed.ts'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { columnsOf } from '../selection.ts'
import { AdminLineItem, type AdminLineItemView } from './admin-line-item.ts'
import { LineItemResource, type LineItemView, StoredLine, type StoredLineView } from './line-item.ts'
import { StoredOrder, type StoredOrderView } from './order.ts'
import {
  PaymentCollectionResource,
  type PaymentCollectionView,
  StorePaymentCollection,
  type StorePaymentCollectionView,
} from './payment-collection.ts'

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
    get line_item(): One<StoredLineView> {
      return one(StoredLine)
    },
    get original_line_item(): One<StoredLineView> {
      return one(StoredLine)
    },
  },
)

/** What whoever knows its id may know of an edit. */
const publicColumns = {
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

const columns = { ...publicColumns, internal_note: text, created_by: text, confirmed_by: text, canceled_by: text }

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
  get changes(): Many<OrderItemChangeView> {
    return many(OrderItemChangeResource)
  },
  get items(): Many<StoredLineView> {
    return many(StoredLine)
  },
  get payment_collection(): One<PaymentCollectionView> {
    return one(PaymentCollectionResource)
  },
})

/** The edit as the shop reads it. */
export const OrderEditResource = resource(
  'OrderEdit',
  { ...columns, ...totals },
  {
    get changes(): Many<OrderItemChangeView> {
      return many(OrderItemChangeResource)
    },
    get items(): Many<AdminLineItemView> {
      return many(AdminLineItem)
    },
    get order(): One<StoredOrderView> {
      return one(StoredOrder)
    },
    get payment_collection(): One<PaymentCollectionView> {
      return one(PaymentCollectionResource)
    },
  },
)

/** The edit as its customer is asked about it. */
export const StoreOrderEdit = resource(
  'StoreOrderEdit',
  { ...publicColumns, ...totals },
  {
    get changes(): Many<OrderItemChangeView> {
      return many(OrderItemChangeResource)
    },
    get items(): Many<LineItemView> {
      return many(LineItemResource)
    },
    get payment_collection(): One<StorePaymentCollectionView> {
      return one(StorePaymentCollection)
    },
  },
)

for (const edit of [OrderEditResource, StoreOrderEdit])
  computes<{ order: EditedOrder; items: OrderLineFacts[] }>(edit, {
    needs: [
      'items.adjustments',
      'items.tax_lines',
      'order.items.adjustments',
      'order.items.tax_lines',
      'order.shipping_methods.tax_lines',
      'order.discounts.rule',
      'order.gift_card_transactions',
    ],
    compute: ({ order, items }) => editTotals(order, items),
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
