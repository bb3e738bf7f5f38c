import type { DomainError } from 'cartwright'

/** Whether the payment provider declined the payment. */
export const isDecline = ({ kind, reason }: DomainError): boolean =>
  kind === 'payment_authorization_error' || reason?.name === 'payment_declined'
