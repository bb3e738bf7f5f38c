import { DomainError, type PaymentData, type PaymentProvider } from 'cartwright'

/** What the customer chose on the page of the provider. */
export const OUTCOMES = ['paid', 'secure', 'refused'] as const

export const PAGE = '/dev/pay'

/** A provider with a hosted page that moves no money: it shows a success, a refusal and a second confirmation. */
export const testProvider: PaymentProvider = {
  id: 'test',
  shownData: { session: ['status', 'redirect_url', 'return_url', 'cancel_url'], payment: ['status'] },
  initiate: async () => ({ data: { status: 'pending' } }),
  update: async (data) => ({ data }),
  updateData: async (data, { outcome }) => ({ ...data, outcome }),
  authorize: async (data, { cart_id, page }) => {
    if (data.outcome === 'refused')
      throw new DomainError('payment_authorization_error', 'The test provider refused the payment')
    if (data.outcome === 'paid') return withStatus(data, 'authorized')
    return withStatus({ ...data, ...(page && { ...page, redirect_url: `${PAGE}/${cart_id}` }) }, 'requires_more')
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
