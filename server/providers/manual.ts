import type { PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import type { FulfillmentProvider } from '#entities/market/shipping/fulfillment-port.ts'

/** For payments outside the shop, such as invoices or cash. Authorizes each payment. */
export const manualPayment: PaymentProvider = {
  id: 'manual',
  isPaidOutside: true,
  shownData: { payment: ['status'] },
  initiate: async () => ({ data: { status: 'pending' } }),
  update: async (data) => ({ data }),
  updateData: async (data, changes) => ({ ...data, ...changes }),
  authorize: async () => ({ status: 'authorized', data: { status: 'authorized' } }),
  capture: async (data) => ({ ...data, status: 'captured' }),
  capturePart: async (data, amount) => ({ data: { ...data, status: 'captured' }, amount }),
  refund: async (data) => data,
  cancel: async () => ({ status: 'canceled' }),
  delete: async () => {},
}

/** Accepts each shipping option and does not calculate prices. */
export const manualFulfillment: FulfillmentProvider = {
  id: 'manual',
  options: async () => [{ id: 'manual-fulfillment' }, { id: 'manual-fulfillment-return', is_return: true }],
  validateOption: async () => true,
  validateMethod: async (_option, data) => data,
  canCalculate: async () => false,
  calculatePrice: async () => {
    throw new Error('The manual provider does not calculate prices')
  },
  createFulfillment: async () => ({}),
  cancelFulfillment: async (data) => data,
  createReturn: async () => ({}),
}
