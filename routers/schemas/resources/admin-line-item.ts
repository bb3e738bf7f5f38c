import type { z } from 'zod'
import { computes } from '../computed.ts'
import { type One, one, resource } from '../resource.ts'
import { ClaimResource, type ClaimView } from './claim.ts'
import { LineItemResource, lineTotals, methodTotals, ShippingMethodResource } from './line-item.ts'
import { StoredOrder, type StoredOrderView } from './order.ts'
import { StoredOrderEdit, type StoredOrderEditView } from './order-edit.ts'
import { ProductVariantResource, type ProductVariantView } from './product.ts'
import { ReturnResource, type ReturnView } from './return.ts'
import { ShippingOptionResource, type ShippingOptionView } from './shipping.ts'
import { StoredCart, type StoredCartView } from './stored-cart.ts'
import { SwapResource, type SwapView } from './swap.ts'

/* Lines and shipping methods as the administration sees them, with all that they belong to. */

export const AdminLineItem = resource('AdminLineItem', LineItemResource.omit({ variant: true }).shape, {
  get variant(): One<ProductVariantView> {
    return one(ProductVariantResource)
  },
  get order(): One<StoredOrderView> {
    return one(StoredOrder)
  },
  get cart(): One<StoredCartView> {
    return one(StoredCart)
  },
  get claim_order(): One<ClaimView> {
    return one(ClaimResource)
  },
  get swap(): One<SwapView> {
    return one(SwapResource)
  },
  get order_edit(): One<StoredOrderEditView> {
    return one(StoredOrderEdit)
  },
})
computes(AdminLineItem, lineTotals)

const methodShape = ShippingMethodResource.omit({ shipping_option: true }).shape

export const AdminShippingMethod = resource('AdminShippingMethod', methodShape, {
  get shipping_option(): One<ShippingOptionView> {
    return one(ShippingOptionResource)
  },
  get order(): One<StoredOrderView> {
    return one(StoredOrder)
  },
  get cart(): One<StoredCartView> {
    return one(StoredCart)
  },
  get claim_order(): One<ClaimView> {
    return one(ClaimResource)
  },
  get return_order(): One<ReturnView> {
    return one(ReturnResource)
  },
  get swap(): One<SwapView> {
    return one(SwapResource)
  },
})
computes(AdminShippingMethod, methodTotals)

export interface AdminLineItemView extends z.output<typeof AdminLineItem> {}
export interface AdminShippingMethodView extends z.output<typeof AdminShippingMethod> {}
