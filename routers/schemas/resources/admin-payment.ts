import { type One, one, resource } from '../resource.ts'
import { StoredOrder, type StoredOrderView } from './order.ts'
import { paymentColumns } from './payment.ts'
import { CurrencyResource, type CurrencyView } from './region.ts'
import { StoredCart, type StoredCartView } from './stored-cart.ts'
import { SwapResource, type SwapView } from './swap.ts'

/** A payment as it is read alone, with what it is for. */
export const AdminPayment = resource('AdminPayment', paymentColumns, {
  get order(): One<StoredOrderView> {
    return one(StoredOrder)
  },
  get cart(): One<StoredCartView> {
    return one(StoredCart)
  },
  get swap(): One<SwapView> {
    return one(SwapResource)
  },
  get currency(): One<CurrencyView> {
    return one(CurrencyResource)
  },
})
