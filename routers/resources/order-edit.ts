import { z } from 'zod'
import type { OrderLineSnapshot } from '#entities/orders/order/read-order.ts'
import { computeEditTotals, type EditedOrder } from '#entities/orders/order-edit/edit-totals.ts'
import { OrderEdit } from '#entities/orders/order-edit/order-edit.ts'
import { OrderItemChange } from '#entities/orders/order-edit/order-item-change.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { AdminLineItem } from './admin-line-item.ts'
import { LineItemResource, StoredLine } from './line-item.ts'
import { PaymentCollectionResource, StorePaymentCollection } from './payment-collection.ts'
import { StoredOrder } from './stored-order.ts'

export const OrderItemChangeResource = defineResource({
  name: 'OrderItemChange',
  entity: OrderItemChange,
  columns: { ...columnsOf(OrderItemChange), deleted_at: z.date().nullable() },
  relations: () => ({ line_item: toOne(StoredLine), original_line_item: toOne(StoredLine) }),
})

/** Columns of an order edit that any caller who knows the edit ID may see. */
export const publicEditColumns = columnsOf(OrderEdit, {
  omit: ['internal_note', 'created_by', 'confirmed_by', 'canceled_by'],
})

const totals = {
  columns: {
    subtotal: z.int(),
    discount_total: z.int(),
    shipping_total: z.int(),
    gift_card_total: z.int(),
    gift_card_tax_total: z.int(),
    tax_total: z.int(),
    total: z.int(),
    difference_due: z.int(),
  },
  needs: [
    'items.adjustments',
    'items.tax_lines',
    'order.items.adjustments',
    'order.items.tax_lines',
    'order.shipping_methods.tax_lines',
    'order.discounts.rule',
    'order.gift_card_transactions',
  ],
  compute: ({ order, items }: { order: EditedOrder; items: OrderLineSnapshot[] }) => computeEditTotals(order, items),
}

export const EDIT_RELATIONS = [
  'changes.line_item.variant',
  'changes.original_line_item.variant',
  'items.variant',
  'items.adjustments',
  'items.tax_lines',
  'payment_collection',
]

const editRelations = () => ({
  order: toOne(StoredOrder),
  changes: toMany(OrderItemChangeResource),
  payment_collection: toOne(PaymentCollectionResource),
})

const storedEdit = defineResource({
  name: 'StoredOrderEdit',
  entity: OrderEdit,
  columns: columnsOf(OrderEdit),
  relations: () => ({ ...editRelations(), items: toMany(StoredLine) }),
})
export interface StoredOrderEditView extends RowOf<typeof storedEdit> {}

export const StoredOrderEdit: Resource<StoredOrderEditView> = storedEdit

export const OrderEditResource = defineResource({
  name: 'OrderEdit',
  entity: OrderEdit,
  columns: columnsOf(OrderEdit),
  computed: totals,
  relations: () => ({ ...editRelations(), items: toMany(AdminLineItem) }),
})

export const StoreOrderEdit = defineResource({
  name: 'StoreOrderEdit',
  entity: OrderEdit,
  columns: publicEditColumns,
  computed: totals,
  relations: () => ({
    changes: toMany(OrderItemChangeResource),
    items: toMany(LineItemResource),
    payment_collection: toOne(StorePaymentCollection),
  }),
})

export const editDefaults = ({ model }: typeof OrderEditResource | typeof StoreOrderEdit) => ({
  relations: EDIT_RELATIONS,
  columns: model.columns.filter((name) => name !== 'updated_at'),
  alwaysColumns: Object.keys(totals.columns),
})
