import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { fingerprintOf } from '../cart/cart-fingerprint.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { isRefusal } from './call-remote-provider.ts'
import { isSplit } from './payment-parts.ts'
import type {
  PaymentContext,
  PaymentData,
  PaymentProvider,
  PaymentProviders,
  ProviderCallOptions,
  ProviderResponse,
} from './payment-port.ts'
import { findPaymentProvider } from './sync-payment-sessions.ts'

/** A method that a customer has saved, and that code charges without the customer. */
export interface SavedMethod {
  customer_id: string
  method_id: string
  /** The fingerprint of the cart that the code has prepared. */
  fingerprint: string
}

/**
 * Call it after the lock of the cart.
 * @throws NotAllowed if the cart has changed since its fingerprint, if it belongs to another customer, or if the provider of its session
 * charges no saved methods, or if the payment is split.
 */
export function assertChargeable(
  providers: PaymentProviders,
  cart: CartSnapshot,
  { customer_id, fingerprint }: SavedMethod,
): void {
  if (fingerprintOf(cart) !== fingerprint)
    throw new NotAllowed(
      'The cart has changed since its fingerprint, so its saved payment method is not charged. Prepare a new cart.',
    )
  const { payment_sessions, customer } = cart
  const session = payment_sessions.find(({ is_selected }) => is_selected)
  if (!session) return
  if (isSplit(payment_sessions))
    throw new NotAllowed('The payment of the cart is split. Select one payment session to charge a saved method.')
  if (!customer?.has_account || customer.id !== customer_id)
    throw new NotAllowed('The cart belongs to another customer than the saved payment method')
  const { id, chargeSavedMethod, savedMethods } = findPaymentProvider(providers, session)
  if (!chargeSavedMethod || !savedMethods)
    throw new NotAllowed(
      `The payment provider ${id} does not charge saved methods. Select the payment session of another provider.`,
    )
}

interface SavedMethodCharge {
  data: PaymentData
  payment: PaymentContext
  method_id: string
}

/** @throws InvalidData if the customer has not saved the method, or if the provider declines. */
export async function chargeSavedMethod(
  provider: PaymentProvider,
  { data, payment, method_id }: SavedMethodCharge,
  options?: ProviderCallOptions,
): Promise<ProviderResponse> {
  const customer = payment.customer!
  const methods = (await provider.savedMethods?.(customer)) ?? []
  if (!methods.some(({ id }) => id === method_id))
    throw new InvalidData('The customer has not saved this payment method').because({ name: 'payment_declined' })
  try {
    return await provider.chargeSavedMethod!(data, { ...payment, customer, method_id }, options)
  } catch (error) {
    if (isRefusal(error) && !error.reason) error.because({ name: 'payment_declined' })
    throw error
  }
}
