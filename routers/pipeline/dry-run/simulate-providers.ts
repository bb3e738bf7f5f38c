import type { PaymentData, PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import type { FulfillmentProvider } from '#entities/market/shipping/fulfillment-port.ts'
import type { Providers } from '../../context/services.ts'
import type { SimulatedCall } from './dry-run.ts'

interface Simulation {
  providers: Providers
  /** Returns the simulated calls so far, each once. */
  calls(): SimulatedCall[]
}

type Recorder = (call: string) => void

/**
 * Returns providers that change nothing. Calls that change something succeed with the data that the shop has stored.
 * Calls for options, prices and taxes reach the provider.
 */
export function simulateProviders(providers: Providers): Simulation {
  const calls = new Map<string, SimulatedCall>()
  const recorderOf = (provider_id: string) => (call: string) =>
    void calls.set(`${provider_id} ${call}`, { provider_id, call })
  const payment = [...providers.payment].map(([id, one]) => [id, simulatePayment(one, recorderOf(id))] as const)
  const fulfillment = [...providers.fulfillment].map(
    ([id, one]) => [id, simulateFulfillment(one, recorderOf(id))] as const,
  )
  return {
    providers: { ...providers, payment: new Map(payment), fulfillment: new Map(fulfillment) },
    calls: () => [...calls.values()],
  }
}

function simulatePayment(
  { id, remote, isPaidOutside, capturePart }: PaymentProvider,
  record: Recorder,
): PaymentProvider {
  const answer =
    <Args extends unknown[], Answer>(call: string, answerOf: (...args: Args) => Answer) =>
    async (...args: Args): Promise<Answer> => {
      record(call)
      return answerOf(...args)
    }
  return {
    id,
    ...(remote ? { remote: { ...remote, outcomeOf: async () => undefined } } : {}),
    initiate: answer('initiate', () => ({ data: {} })),
    update: answer('update', (data) => ({ data })),
    updateData: answer('updateData', (data, changes) => ({ ...data, ...changes })),
    authorize: answer('authorize', (data) => ({ status: 'authorized', data })),
    capture: answer('capture', (data) => data),
    ...(isPaidOutside && { isPaidOutside }),
    ...(capturePart
      ? { capturePart: answer('capturePart', (data: PaymentData, amount: number) => ({ data, amount })) }
      : {}),
    refund: answer('refund', (data) => data),
    cancel: answer('cancel', (data) => data),
    delete: answer('delete', () => {}),
  }
}

function simulateFulfillment(provider: FulfillmentProvider, record: Recorder): FulfillmentProvider {
  const { id, remote } = provider
  return {
    id,
    ...(remote ? { remote } : {}),
    options: () => provider.options(),
    validateOption: (data) => provider.validateOption(data),
    validateMethod: (option, data) => provider.validateMethod(option, data),
    canCalculate: (option) => provider.canCalculate(option),
    calculatePrice: (option, data, cart) => provider.calculatePrice(option, data, cart),
    async createFulfillment() {
      record('createFulfillment')
      return {}
    },
    async cancelFulfillment(data) {
      record('cancelFulfillment')
      return data
    },
    async createReturn() {
      record('createReturn')
      return {}
    },
  }
}
