import type { CartType } from '#entities/cart/cart/cart.ts'
import type { CartConcluder } from './cart-concluder.ts'
import { swapConcluder } from './confirm-swap.ts'
import { orderConcluder } from './place-order.ts'

const CONCLUDERS: Record<CartType, CartConcluder> = {
  default: orderConcluder,
  draft_order: orderConcluder,
  payment_link: orderConcluder,
  claim: orderConcluder,
  swap: swapConcluder,
}

export const concluderOf = ({ type }: { type: CartType }): CartConcluder => CONCLUDERS[type]
