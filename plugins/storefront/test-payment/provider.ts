import { DomainError, type PaymentData, type PaymentProvider } from 'cartwright'

/** What the customer chose on the page of the provider. */
export const OUTCOMES = ['paid', 'secure', 'refused'] as const

const PAGE = '/dev/pay'

/** A provider with a hosted page that moves no money: it shows a success, a refusal and a second confirmation. */
export const testProvider: PaymentProvider = {
  id: 'test',
  shownData: { session: ['status', 'redirect_url'], payment: ['status'] },
  initiate: async ({ cart_id }) => ({ data: { status: 'pending', redirect_url: `${PAGE}/${cart_id}` } }),
  update: async (data) => ({ data }),
  updateData: async (data, { outcome }) => ({ ...data, outcome }),
  authorize: async (data) => {
    if (data.outcome === 'refused')
      throw new DomainError('payment_authorization_error', 'The test provider refused the payment')
    return data.outcome === 'paid' ? withStatus(data, 'authorized') : withStatus(data, 'requires_more')
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
