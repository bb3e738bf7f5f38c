import type { PaymentProvider } from './payment-port.ts'

export const SYSTEM = 'system'

/** For money that the shop receives outside of providers. No region offers it to customers. */
export const systemPayment: PaymentProvider = {
  id: SYSTEM,
  initiate: async () => ({ data: {} }),
  update: async (data) => ({ data }),
  updateData: async (data) => data,
  authorize: async (data) => ({ status: 'authorized', data }),
  capture: async (data) => data,
  refund: async (data) => data,
  cancel: async (data) => data,
  delete: async () => {},
}
