import type { z } from 'zod'
import { defineComputation } from '../reading/computed.ts'
import { resource, type ToOne, toOne } from '../reading/resource.ts'
import { ClaimResource, type ClaimView } from './claim.ts'
import { LineItemResource, lineTotals, ShippingMethodResource, shippingMethodTotals } from './line-item.ts'
import { StoredOrderEdit, type StoredOrderEditView } from './order-edit.ts'
import { ProductVariantResource, type ProductVariantView } from './product.ts'
import { ReturnResource, type ReturnView } from './return.ts'
import { ShippingOptionResource, type ShippingOptionView } from './shipping.ts'
import { StoredCart, type StoredCartView } from './stored-cart.ts'
import { StoredOrder, type StoredOrderView } from './stored-order.ts'
import { SwapResource, type SwapView } from './swap.ts'

/* Lines and shipping methods as the administration sees them, with all that they belong to. */

export const AdminLineItem = resource('AdminLineItem', LineItemResource.omit({ variant: true }).shape, {
  get variant(): ToOne<ProductVariantView> {
    return toOne(ProductVariantResource)
  },
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
  get cart(): ToOne<StoredCartView> {
    return toOne(StoredCart)
  },
  get claim_order(): ToOne<ClaimView> {
    return toOne(ClaimResource)
  },
  get swap(): ToOne<SwapView> {
    return toOne(SwapResource)
  },
  get order_edit(): ToOne<StoredOrderEditView> {
    return toOne(StoredOrderEdit)
  },
})
defineComputation(AdminLineItem, lineTotals)

const methodShape = ShippingMethodResource.omit({ shipping_option: true }).shape

export const AdminShippingMethod = resource('AdminShippingMethod', methodShape, {
  get shipping_option(): ToOne<ShippingOptionView> {
    return toOne(ShippingOptionResource)
  },
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
  get cart(): ToOne<StoredCartView> {
    return toOne(StoredCart)
  },
  get claim_order(): ToOne<ClaimView> {
    return toOne(ClaimResource)
  },
  get return_order(): ToOne<ReturnView> {
    return toOne(ReturnResource)
  },
  get swap(): ToOne<SwapView> {
    return toOne(SwapResource)
  },
})
defineComputation(AdminShippingMethod, shippingMethodTotals)

export interface AdminLineItemView extends z.output<typeof AdminLineItem> {}
export interface AdminShippingMethodView extends z.output<typeof AdminShippingMethod> {}
