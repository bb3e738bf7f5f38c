import { type One, one, resource } from '../../schemas/resource.ts'
import { CartResource } from '../../schemas/resources/cart.ts'
import { draftOrderColumns } from '../../schemas/resources/draft-order.ts'
import { StoredOrder, type StoredOrderView } from '../../schemas/resources/order.ts'
import { StoredCart, type StoredCartView } from '../../schemas/resources/stored-cart.ts'

export const ListedDraftOrder = resource('ListedDraftOrder', draftOrderColumns, {
  get cart(): One<StoredCartView> {
    return one(StoredCart)
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
