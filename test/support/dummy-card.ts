import { setTimeout as pause } from 'node:timers/promises'
import type { PaymentData, PaymentProvider, ProviderResponse } from '#entities/cart/payment/payment-port.ts'
import { InvalidData } from '#entities/errors.ts'
import { DummyLedger, type DummyPayment } from './dummy-ledger.ts'

/** `{ card }` in the session data selects the outcome of an authorization. */
const CARDS = ['good', 'declined', 'stolen', 'confirm', 'silent', 'lost', 'slow'] as const
type Card = (typeof CARDS)[number]

export interface DummyCard extends PaymentProvider {
  readonly ledger: DummyLedger
  authorizeCalls: number
  /** While true, calls of the provider never return. */
  isDown: boolean
  /** The saved cards of customers: the data of a session for the id of the customer. */
  savedCards: Map<string, ({ id: string } & PaymentData)[]>
}

export interface DummyCardOptions {
  id?: string
  timeoutMs?: number
  /** Replaces the delay of a slow card. */
  wait?: (milliseconds: number) => Promise<void>
}

/**
 * A payment provider behind a simulated network. `confirm` requires `{ confirmed: true }`, `silent` takes no money
 * and never returns, `lost` takes the money and throws, and `slow` takes the money after `delay` milliseconds.
 * `later` selects the outcome of captures and refunds, until the test changes it in the ledger: `uncapturable` and
 * `unrefundable` throw; `lost` performs the first call and throws.
 */
export function dummyCard({
  id = 'dummy-card',
  timeoutMs = 10_000,
  wait = (milliseconds) => pause(milliseconds),
}: DummyCardOptions = {}): DummyCard {
  const ledger = new DummyLedger()
  const waitForNetwork = async (): Promise<void> => {
    if (provider.isDown) await never()
  }
  const provider: DummyCard = {
    id,
    ledger,
    authorizeCalls: 0,
    isDown: false,
    savedCards: new Map(),
    remote: {
      timeoutMs,
      async outcomeOf(_data, { key }) {
        await waitForNetwork()
        const payment = ledger.get(key)
        return payment && responseOf(payment)
      },
    },
    async initiate() {
      await waitForNetwork()
      return { data: {} }
    },
    async update(data) {
      await waitForNetwork()
      return { data }
    },
    async updateData(_data, changes) {
      await waitForNetwork()
      if ('card' in changes && !CARDS.includes(changes.card as Card)) throw new InvalidData('There is no such card')
      return changes
    },
    async authorize(data, payment, asking) {
      provider.authorizeCalls += 1
      await waitForNetwork()
      const { key } = asking!
      switch (data.card as Card | undefined) {
        case 'stolen':
          throw new InvalidData('Your card was declined:\nIt was reported stolen')
        case 'silent':
          return never()
        case 'lost':
          ledger.book(key, payment, outcomeFor(data))
          throw lostResponseError()
        case 'slow':
          await wait(Number(data.delay))
      }
      return responseOf(ledger.book(key, payment, outcomeFor(data)), data)
    },
    async savedMethods({ id }) {
      await waitForNetwork()
      return provider.savedCards.get(id) ?? []
    },
    async chargeSavedMethod(_data, { method_id, customer, ...payment }, options) {
      const { id: _, ...card } = provider.savedCards.get(customer.id)!.find(({ id }) => id === method_id)!
      return provider.authorize(card, payment, options)
    },
    async capture(data) {
      await waitForNetwork()
      const payment = ledger.find(data.payment)
      if (payment.later === 'uncapturable') throw new InvalidData('The card has expired')
      if (ledger.capture(payment) && payment.later === 'lost') throw lostResponseError()
      return data
    },
    async refund(data, amount, asking) {
      await waitForNetwork()
      const { key } = asking!
      const payment = ledger.find(data.payment)
      if (payment.refunds.has(key)) return data
      if (payment.later === 'unrefundable') throw new InvalidData('The account is closed')
      ledger.refund(payment, key, amount)
      if (payment.later === 'lost') throw lostResponseError()
      return data
    },
    async cancel(data) {
      await waitForNetwork()
      const payment = ledger.find(data.payment)
      if (payment.status === 'captured') throw new InvalidData('The money was taken already')
      payment.status = 'canceled'
      return data
    },
    async delete(data) {
      await waitForNetwork()
      const payment = ledger.get(String(data.payment))
      if (payment) payment.status = 'canceled'
    },
  }
  return provider
}

const outcomeFor = (data: PaymentData) => ({ status: statusFor(data), later: data.later })

function statusFor({ card, confirmed }: PaymentData): DummyPayment['status'] {
  if (card === 'declined') return 'declined'
  return card === 'confirm' && confirmed !== true ? 'requires_more' : 'authorized'
}

const responseOf = ({ key, status }: DummyPayment, data: PaymentData = {}): ProviderResponse => ({
  status: status === 'declined' ? 'error' : status === 'captured' ? 'authorized' : status,
  data: { ...data, payment: key },
})

const lostResponseError = () => new Error('socket hang up')

const never = () => new Promise<never>(() => {})
