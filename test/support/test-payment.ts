import type { PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import type { PaymentSessionStatus } from '#entities/cart/payment/payment-session-statuses.ts'
import { manualFulfillment, manualPayment } from '#server/providers/manual.ts'

export interface TestPayment extends PaymentProvider {
  /** The result of the next authorizations. */
  nextStatus: PaymentSessionStatus
  /** The calls of the provider, oldest first. */
  calls: string[]
}

/** A payment provider that records its calls. The test sets the result of authorizations. */
export function testPayment(id = 'card'): TestPayment {
  const calls: string[] = []
  const provider: TestPayment = {
    ...manualPayment,
    id,
    nextStatus: 'authorized',
    calls,
    async initiate({ amount }) {
      calls.push(`initiate ${amount}`)
      return { data: { amount } }
    },
    async update(data, { amount }) {
      calls.push(`update ${amount}`)
      return { data: { ...data, amount } }
    },
    async authorize(data, { amount }) {
      calls.push(`authorize ${amount}`)
      return { status: provider.nextStatus, data }
    },
    savedMethods: async ({ id }) => [{ id: `card of ${id}` }],
    async chargeSavedMethod(data, { amount, method_id }) {
      calls.push(`charge ${amount} by ${method_id}`)
      return { status: provider.nextStatus, data }
    },
    async delete() {
      calls.push('delete')
    },
  }
  return provider
}

export const providersWith = (...payments: PaymentProvider[]) => ({
  payment: new Map([manualPayment, ...payments].map((provider) => [provider.id, provider])),
  fulfillment: new Map([['manual', manualFulfillment]]),
  oauth: new Map(),
  tax: new Map(),
})
