/**
 * Currencies without a minor unit that Stripe still counts in hundredths.
 * Source: the special cases of https://docs.stripe.com/currencies.
 */
const IN_HUNDREDTHS: readonly string[] = ['isk', 'ugx']

const factorOf = (currency: string): number => (IN_HUNDREDTHS.includes(currency) ? 100 : 1)

/** Returns the amount in the unit of Stripe. `amount` is in minor units, `currency` in lower case. */
export const toStripe = (amount: number, currency: string): number => amount * factorOf(currency)

/** Returns the amount in minor units. `amount` is in the unit of Stripe, `currency` in lower case. */
export const fromStripe = (amount: number, currency: string): number => amount / factorOf(currency)
