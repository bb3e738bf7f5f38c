import type { EntityManager } from '@mikro-orm/postgresql'
import { inTransaction } from '#database/transaction.ts'
import { shopOf } from '#entities/shop.ts'
import { repriceLines } from '../line-item/reprice-lines.ts'
import type { PaymentProviders } from '../payment/payment-port.ts'
import { priceCart } from '../pricing/price-cart.ts'
import { reloadAndSyncPayment, type SyncedCart } from '../pricing/reprice-and-sync-payment.ts'
import { assignCustomer, isClaimableCart } from './cart-customer.ts'
import { readCustomerCart } from './customer-cart.ts'
import { isPaymentInProgress, lockCart } from './lock-cart.ts'

/** If the cart is claimable, assigns it to the customer and prices it for this customer. */
export async function readAndClaimCart(
  em: EntityManager,
  providers: PaymentProviders,
  { id, customer_id }: { id: string; customer_id: string | null },
): Promise<SyncedCart> {
  const cart = await readCustomerCart(em, id)
  const isClaimable = !cart.completed_at && cart.customer_id !== customer_id && isClaimableCart(cart)
  if (!customer_id || !isClaimable) return { cart, priced: priceCart(cart, shopOf(em)) }
  return inTransaction(em, async (inner) => {
    const locked = await lockCart(inner, id)
    // Another request may have claimed or completed the cart after the read.
    const isStillClaimable = !locked.isCompleted() && locked.customer_id === cart.customer_id
    if (!isStillClaimable || (await isPaymentInProgress(inner, locked))) {
      const current = await readCustomerCart(inner, id)
      return { cart: current, priced: priceCart(current, shopOf(inner)) }
    }
    await assignCustomer(inner, locked, customer_id)
    await repriceLines(inner, locked)
    return reloadAndSyncPayment(inner, providers, id)
  })
}
