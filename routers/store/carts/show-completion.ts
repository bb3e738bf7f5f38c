import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Completion } from '#entities/cart/completion-step.ts'
import { priceCart } from '#entities/cart/price-cart.ts'
import { readCart } from '#entities/cart/read-cart.ts'
import { Swap } from '#entities/swap/swap.ts'
import { readRow } from '../../schemas/list.ts'
import { eitherAnswer } from '../../schemas/resource.ts'
import { CartResource } from '../../schemas/resources/cart.ts'
import { OrderResource } from '../../schemas/resources/order.ts'
import { StoreSwap, type StoreSwapView } from '../../schemas/resources/swap.ts'
import { showCart } from '../../schemas/show-cart.ts'
import { showCompletedOrder } from '../orders/show-order.ts'

export const CompletionAnswer = eitherAnswer('type', [
  { type: z.literal('order'), data: OrderResource },
  { type: z.literal('swap'), data: StoreSwap },
  { type: z.literal('cart'), data: CartResource, payment_status: z.string() },
])

/** What the completion of a cart answers. */
export async function showCompletion(
  em: EntityManager,
  id: string,
  completion: Completion,
): Promise<z.output<typeof CompletionAnswer>> {
  if (completion.type === 'order') return { type: 'order', data: await showCompletedOrder(em, completion) }
  if (completion.type === 'swap') return { type: 'swap', data: await showConfirmedSwap(em, completion.id) }
  const cart = await readCart(em, id)
  const data = showCart({ cart, priced: priceCart(cart) })
  return { type: 'cart', data, payment_status: completion.payment_status }
}

const confirmed = {
  entity: Swap,
  resource: StoreSwap,
  withDeleted: true,
  defaults: { relations: ['shipping_address'] },
}

async function showConfirmedSwap(em: EntityManager, id: string): Promise<StoreSwapView> {
  return (await readRow(em, {}, { ...confirmed, where: [{ id }] })) as StoreSwapView
}
