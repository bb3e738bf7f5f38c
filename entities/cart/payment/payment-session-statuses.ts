export const PAYMENT_SESSION_STATUSES = ['pending', 'authorized', 'requires_more', 'error', 'canceled'] as const
export type PaymentSessionStatus = (typeof PAYMENT_SESSION_STATUSES)[number]
