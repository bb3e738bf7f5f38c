import type { z } from 'zod'
import { type Many, many, type One, one, resource } from '../../schemas/resource.ts'
import { AddressResource, type AddressView } from '../../schemas/resources/address.ts'
import { CartResource } from '../../schemas/resources/cart.ts'
import { CustomerResource, type CustomerView } from '../../schemas/resources/customer.ts'
import { DiscountResource, type DiscountView } from '../../schemas/resources/discount.ts'
import { draftOrderColumns } from '../../schemas/resources/draft-order.ts'
import { StoredLine, type StoredLineView } from '../../schemas/resources/line-item.ts'
import { StoredCart, StoredOrder, type StoredOrderView } from '../../schemas/resources/order.ts'
import { RegionResource, type RegionView } from '../../schemas/resources/region.ts'

/** The cart of a draft in a list: what is stored of it, not what it comes to. */
export const ListedCart = resource('ListedDraftCart', StoredCart.shape, {
  get items(): Many<StoredLineView> {
    return many(StoredLine)
  },
  get region(): One<RegionView> {
    return one(RegionResource)
  },
  get customer(): One<CustomerView> {
    return one(CustomerResource)
  },
  get billing_address(): One<AddressView> {
    return one(AddressResource)
  },
  get shipping_address(): One<AddressView> {
    return one(AddressResource)
  },
  get discounts(): Many<DiscountView> {
    return many(DiscountResource)
  },
})
export interface ListedCartView extends z.output<typeof ListedCart> {}

export const ListedDraftOrder = resource('ListedDraftOrder', draftOrderColumns, {
  get cart(): One<ListedCartView> {
    return one(ListedCart)
  },
  get order(): One<StoredOrderView> {
    return one(StoredOrder)
  },
})

/** A draft with its whole cart. */
export const DraftOrderResource = resource('DraftOrder', {
  ...draftOrderColumns,
  cart: CartResource,
  order: StoredOrder.nullable(),
})
