import { resource, type ToOne, toOne } from '../../reading/resource.ts'
import { CartResource } from '../../resources/cart.ts'
import { draftOrderColumns } from '../../resources/draft-order.ts'
import { StoredCart, type StoredCartView } from '../../resources/stored-cart.ts'
import { StoredOrder, type StoredOrderView } from '../../resources/stored-order.ts'

export const ListedDraftOrder = resource('ListedDraftOrder', draftOrderColumns, {
  get cart(): ToOne<StoredCartView> {
    return toOne(StoredCart)
  },
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
})

/** A draft with its whole cart. */
export const DraftOrderResource = resource('DraftOrder', {
  ...draftOrderColumns,
  cart: CartResource,
  order: StoredOrder.nullable(),
})
