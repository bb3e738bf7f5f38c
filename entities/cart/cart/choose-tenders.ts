import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import type { ChosenTender } from '#entities/promotions/balance/read-balances.ts'
import { findKind } from '#entities/promotions/balance/tender-kind.ts'
import { shopOf } from '#entities/shop.ts'
import type { PaymentProviders } from '../payment/payment-port.ts'
import { recordAgreement } from '../payment/record-agreement.ts'
import { syncPaymentSessions } from '../payment/sync-payment-sessions.ts'
import { priceCart } from '../pricing/price-cart.ts'
import type { SyncedCart } from '../pricing/reprice-and-sync-payment.ts'
import { lockAndReadOpenCart } from './lock-cart.ts'
import { type CartSnapshot, readCart } from './read-cart.ts'

export interface TenderChoice {
  id: string
  caller_id: string
  /** In the order in which they pay. */
  tenders: readonly ChosenTender[]
}

/**
 * Sets the balances that pay for a cart. The payment sessions follow the amount that is left.
 * @throws NotFound. NotAllowed for another caller than the customer of the cart, or for a swap. InvalidData for an unknown kind.
 */
export async function chooseTenders(
  em: EntityManager,
  providers: PaymentProviders,
  { id, caller_id, tenders }: TenderChoice,
): Promise<SyncedCart> {
  const [cart] = await lockAndReadOpenCart(em, { id, caller_id })
  assertOwnCart(cart, caller_id)
  if (cart.type === 'swap')
    throw new NotAllowed('The difference of a swap cannot be paid with a balance').because({ name: 'balance_in_swap' })
  for (const { kind } of tenders) findKind(em, kind)
  if (new Set(tenders.map(({ kind }) => kind)).size < tenders.length)
    throw new InvalidData('Each kind of balance can be chosen once')
      .about('tenders')
      .because({ name: 'balance_chosen_twice' })
  const { currency_code } = cart.region
  cart.tenders = tenders.length > 0 ? { customer_id: caller_id, currency_code, list: tenders } : null
  await em.flush()
  const current = await readCart(em, id)
  const priced = priceCart(current, shopOf(em), 'forced')
  if (current.payment_sessions.length > 0) await syncPaymentSessions(em, providers, current)
  else await recordAgreement(em, current, priced)
  return { cart: current, priced }
}

/** The id of a cart proves no identity, and balances are money of an account. @throws NotAllowed */
export function assertOwnCart({ customer, customer_id }: CartSnapshot, caller_id: string): void {
  if (customer_id !== caller_id || !customer?.has_account)
    throw new NotAllowed('Only the customer of the cart can pay with a balance. Log in as this customer.').because({
      name: 'balance_of_other_customer',
    })
}
