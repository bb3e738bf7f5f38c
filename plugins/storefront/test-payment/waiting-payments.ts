import { NotFound } from 'cartwright'

/** What the customer chose on the page of the provider. */
export const OUTCOMES = ['paid', 'secure', 'refused'] as const

interface WaitingPayment {
  return_url: string
  cancel_url: string
  outcome?: (typeof OUTCOMES)[number]
}

/** The payments that wait on the page, by the ID of their cart or payment collection. */
export const waitingPayments = new Map<string, WaitingPayment>()

/** @throws NotFound if no payment waits. */
export function findWaitingPayment(id: string): WaitingPayment {
  const payment = waitingPayments.get(id)
  if (!payment) throw new NotFound('No payment waits on this page. Order again in the shop.')
  return payment
}
