import { InvalidData } from 'cartwright'
import type Stripe from 'stripe'

/**
 * Throws InvalidData if Stripe declines the request for good. Other errors pass: the server then asks for the outcome, or
 * repeats the request.
 */
export async function refuseStripeErrors<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Returns InvalidData if Stripe declined the request for good, or else the error itself. */
export function toRefusal(error: unknown): unknown {
  if (hasProperty(error, 'type', 'StripeCardError'))
    return new InvalidData(`Stripe: ${error.message}`).because({ name: 'payment_declined' })
  return isRefused(error) ? new InvalidData(`Stripe: ${error.message}`) : error
}

/** True if Stripe refuses the request for good. */
export const isRefused = (error: unknown): error is Error => hasProperty(error, 'type', 'StripeInvalidRequestError')

/** True if Stripe does not have the object, for example after a change from the test mode to the live mode. */
export const isMissing = (error: unknown): boolean => hasProperty(error, 'code', 'resource_missing')

/** True if the status of the intent forbids the request, for example a second capture. */
export const isUnexpectedState = (error: unknown): boolean =>
  hasProperty(error, 'code', 'payment_intent_unexpected_state')

/** True if the bank asks for the customer before it accepts the charge. */
export const isAuthenticationRequired = (error: unknown): boolean =>
  hasProperty(error, 'code', 'authentication_required')

/** The SDK is loaded with the first client, so its classes of errors are not at hand here. */
const hasProperty = (error: unknown, name: 'type' | 'code', value: string): error is Error =>
  error instanceof Error && (error as Partial<Stripe.StripeRawError>)[name] === value
