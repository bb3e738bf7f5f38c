import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import type { CartType } from './cart.ts'
import { type CartSnapshot, readCart } from './read-cart.ts'

/** @throws NotFound for the cart of a draft order, since customers cannot read or change it. */
export function assertNotDraftCart({ id, type }: { id: string; type?: CartType | undefined }): void {
  if (type === 'draft_order') throw new NotFound(`Cart with ${id} was not found`)
}

export async function readCustomerCart(em: EntityManager, id: string): Promise<CartSnapshot> {
  const cart = await readCart(em, id)
  assertNotDraftCart(cart)
  return cart
}
