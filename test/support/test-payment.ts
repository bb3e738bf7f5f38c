import type { PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import type { PaymentSessionStatus } from '#entities/cart/payment/payment-session.ts'
import { manualFulfillment, manualPayment } from '#server/providers/manual.ts'

export interface TestPayment extends PaymentProvider {
  /** What it says to the next payments it is asked to authorise. */
  says: PaymentSessionStatus
  /** What it was asked, in the order of asking. */
  asked: string[]
}

/** A payment provider that does as it is told, and remembers. */
export function testPayment(id = 'card'): TestPayment {
  const asked: string[] = []
  const provider: TestPayment = {
    ...manualPayment,
    id,
    says: 'authorized',
    asked,
    async initiate({ amount }) {
      asked.push(`initiate ${amount}`)
      return { data: { amount } }
    },
    async update(data, { amount }) {
      asked.push(`update ${amount}`)
      return { data: { ...data, amount } }
    },
    async authorize(data, { amount }) {
      asked.push(`authorize ${amount}`)
      return { status: provider.says, data }
    },
    async delete() {
      asked.push('delete')
    },
  }
  return provider
}

/** The providers of a shop that takes `payments` beside the manual ones. */
export const providersWith = (...payments: PaymentProvider[]) => ({
  payment: new Map([manualPayment, ...payments].map((provider) => [provider.id, provider])),
  fulfillment: new Map([['manual', manualFulfillment]]),
  oauth: new Map(),
})
