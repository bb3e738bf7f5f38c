import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { CartChanges } from '#entities/cart/cart/update-cart.ts'
import { refuseLargeJson } from '../../context/growth-bounds.ts'

export function refuseLargeParts(cart: CartSnapshot, changes: CartChanges, bytes: number): void {
  if (changes.context) refuseLargeJson('context', cart.context, bytes)
  for (const kind of ['billing_address', 'shipping_address'] as const)
    if (typeof changes[kind] === 'object') refuseLargeJson(`metadata of ${kind}`, cart[kind]?.metadata, bytes)
}
