import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import type { CartType } from './cart.ts'
import { type CartSnapshot, readCart } from './read-cart.ts'

/** Customers cannot read or change the cart of a draft order. @throws NotFound */
export function assertNotDraftCart({ id, type }: { id: string; type?: CartType | undefined }): void {
  if (type === 'draft_order') throw new NotFound(`Cart with ${id} was not found`)
}

/** @throws NotFound, also for the cart of a draft order */
export async function readCustomerCart(em: EntityManager, id: string): Promise<CartSnapshot> {
  const cart = await readCart(em, id)
  assertNotDraftCart(cart)
  return cart
}
