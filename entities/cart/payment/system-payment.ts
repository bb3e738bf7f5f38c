import type { PaymentProvider } from './payment-port.ts'

export const SYSTEM_PROVIDER_ID = 'system'

/** The provider of a payment by a balance. The shop has no object for it, because its money never leaves the database. */
export const BALANCE_PROVIDER_ID = 'balance'

/** The shop receives the money without a provider. No region offers this payment to customers. */
export const systemPayment: PaymentProvider = {
  id: SYSTEM_PROVIDER_ID,
  initiate: async () => ({ data: {} }),
  update: async (data) => ({ data }),
  updateData: async (data) => data,
  authorize: async (data) => ({ status: 'authorized', data }),
  capture: async (data) => data,
  capturePart: async (data, amount) => ({ data, amount }),
  refund: async (data) => data,
  cancel: async (data) => data,
  delete: async () => {},
}
