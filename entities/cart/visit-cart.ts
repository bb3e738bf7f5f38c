import type { EntityManager } from '@mikro-orm/postgresql'
import type { PaymentProviders } from '../payment/sync-payment-sessions.ts'
import { inTransaction } from '../transaction.ts'
import { giveToCustomer, isUpForGrabs } from './cart-customer.ts'
import { readCustomerCart } from './customer-cart.ts'
import { isBeingPaid, lockCart } from './lock-cart.ts'
import { priceCart } from './price-cart.ts'
import { repriceLines } from './reprice-lines.ts'
import { type SettledCart, settleCart } from './settle-cart.ts'

/**
 * Reads a cart for whoever opens it. A customer who is logged in takes over an open cart that nobody has, or a guest:
 * it is theirs from then on, at their prices. The cart of another registered customer stays as it is.
 */
export async function visitCart(
  em: EntityManager,
  providers: PaymentProviders,
  { id, caller_id }: { id: string; caller_id: string | null },
): Promise<SettledCart> {
  const cart = await readCustomerCart(em, id)
  const isFree = !cart.completed_at && cart.customer_id !== caller_id && isUpForGrabs(cart)
  if (!caller_id || !isFree) return { cart, priced: priceCart(cart) }
  return inTransaction(em, async (inner) => {
    const locked = await lockCart(inner, id)
    // Somebody else may have been quicker, or be paying.
    const isFreeStill = !locked.isCompleted() && locked.customer_id === cart.customer_id
    if (isFreeStill && !(await isBeingPaid(inner, locked))) {
      await giveToCustomer(inner, locked, caller_id)
      await repriceLines(inner, locked)
    }
    return settleCart(inner, providers, id)
  })
}
