import { DomainError, type PaymentData, type PaymentProvider } from 'cartwright'
import { waitingPayments } from './waiting-payments.ts'

export const PAGE = '/dev/pay'

/** A provider with a hosted page that moves no money: it shows a success, a refusal and a second confirmation. */
export const testProvider: PaymentProvider = {
  id: 'test',
  shownData: { session: ['status', 'redirect_url'], payment: ['status'] },
  initiate: async () => ({ data: { status: 'pending' } }),
  update: async (data) => ({ data }),
  updateData: async (data) => data,
  authorize: async (data, { cart_id, page }) => {
    const outcome = waitingPayments.get(cart_id)?.outcome
    if (outcome) waitingPayments.delete(cart_id)
    if (outcome === 'refused')
      throw new DomainError('payment_authorization_error', 'The test provider refused the payment')
    if (outcome === 'paid') return withStatus(data, 'authorized')
    if (!page) return withStatus(data, 'requires_more')
    waitingPayments.set(cart_id, { ...page })
    return withStatus({ ...data, redirect_url: `${PAGE}/${cart_id}` }, 'requires_more')
  },
  capture: async (data) => ({ ...data, status: 'captured' }),
  refund: async (data) => data,
  cancel: async (data) => ({ ...data, status: 'canceled' }),
  delete: async () => {},
}

const withStatus = (data: PaymentData, status: 'authorized' | 'requires_more') => ({
  status,
  data: { ...data, status },
})
