import type { Order, Payment } from '../order.ts'

/** The payments that can be captured. */
export const openPayments = ({ payments = [] }: Pick<Order, 'payments'>): Payment[] =>
  payments.filter(({ captured_at, canceled_at }) => !captured_at && !canceled_at)
