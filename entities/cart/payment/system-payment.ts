import type { PaymentProvider } from './payment-port.ts'

export const SYSTEM = 'system'

/** Money that the shop itself says it has got. It is no way to pay for customers: no region has it. */
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
