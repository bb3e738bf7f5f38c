import { InvalidData } from 'cartwright'
import Stripe from 'stripe'

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
  const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
  const isRefusal = error instanceof StripeCardError || error instanceof StripeInvalidRequestError
  return isRefusal ? new InvalidData(`Stripe: ${error.message}`) : error
}

/** True if Stripe does not have the object, for example after a change from the test mode to the live mode. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

/** True if the status of the intent forbids the request, for example a second capture. */
export const isUnexpectedState = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'
