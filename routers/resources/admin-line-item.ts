import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { defineResource, type Resource, type RowOf, toOne } from '../reading/define-resource.ts'
import { ClaimResource } from './claim.ts'
import {
  lineColumns,
  lineTotals,
  pricedLineRelations,
  pricedShippingMethodRelations,
  shippingMethodColumns,
  shippingMethodTotals,
} from './line-item.ts'
import { StoredOrderEdit } from './order-edit.ts'
import { ReturnResource } from './return.ts'
import { StoredCart } from './stored-cart.ts'
import { StoredOrder } from './stored-order.ts'
import { SwapResource } from './swap.ts'

const line = defineResource({
  name: 'AdminLineItem',
  entity: LineItem,
  fields: 'line_item',
  columns: lineColumns,
  computed: lineTotals,
  relations: () => ({
    ...pricedLineRelations(),
    order: toOne(StoredOrder),
    cart: toOne(StoredCart),
    claim_order: toOne(ClaimResource),
    swap: toOne(SwapResource),
    order_edit: toOne(StoredOrderEdit),
  }),
})
export interface AdminLineItemView extends RowOf<typeof line> {}

export const AdminLineItem: Resource<AdminLineItemView> = line

const method = defineResource({
  name: 'AdminShippingMethod',
  entity: ShippingMethod,
  columns: shippingMethodColumns,
  computed: shippingMethodTotals,
  relations: () => ({
    ...pricedShippingMethodRelations(),
    order: toOne(StoredOrder),
    cart: toOne(StoredCart),
    claim_order: toOne(ClaimResource),
    return_order: toOne(ReturnResource),
    swap: toOne(SwapResource),
  }),
})
export interface AdminShippingMethodView extends RowOf<typeof method> {}

export const AdminShippingMethod: Resource<AdminShippingMethodView> = method
