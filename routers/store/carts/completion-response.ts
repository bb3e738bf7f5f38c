import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import type { Completion } from '#entities/checkout/completion-step.ts'
import { shopOf } from '#entities/shop.ts'
import { readRows } from '../../reading/read-row.ts'
import { unionResponseSchema } from '../../reading/resource.ts'
import { CartResource } from '../../resources/cart.ts'
import { OrderResource } from '../../resources/order.ts'
import { showCart } from '../../resources/show-cart.ts'
import { StoreSwap } from '../../resources/swap.ts'
import { readCompletedOrder } from '../orders/read-store-order.ts'

export const CompletionResponse = unionResponseSchema('type', [
  { type: z.literal('order'), data: OrderResource },
  { type: z.literal('swap'), data: StoreSwap },
  { type: z.literal('cart'), data: CartResource, payment_status: z.string() },
])

const confirmedSwap = { resource: StoreSwap, withDeleted: true, defaults: { relations: ['shipping_address'] } }

export async function buildCompletionResponse(
  em: EntityManager,
  id: string,
  completion: Completion,
): Promise<z.output<typeof CompletionResponse>> {
  if (completion.type === 'order') return { type: 'order', data: await readCompletedOrder(em, completion) }
  if (completion.type === 'swap') {
    const [swap] = await readRows(em, [completion.id], confirmedSwap)
    return { type: 'swap', data: swap! }
  }
  const cart = await readCart(em, id)
  const data = showCart({ cart, priced: priceCart(cart, shopOf(em)) })
  return { type: 'cart', data, payment_status: completion.payment_status }
}
