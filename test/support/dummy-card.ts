import { setTimeout as pause } from 'node:timers/promises'
import type { PaymentData, PaymentProvider, ProviderResponse } from '#entities/cart/payment/payment-port.ts'
import { InvalidData } from '#entities/errors.ts'
import { DummyLedger, type DummyPayment } from './dummy-ledger.ts'

/** How a payment ends, and how its answer fares; the session data name it as `{ card: … }`. */
const CARDS = ['good', 'declined', 'stolen', 'confirm', 'silent', 'lost', 'slow'] as const
type Card = (typeof CARDS)[number]

export interface DummyCard extends PaymentProvider {
  readonly ledger: DummyLedger
  /** How often it was asked to authorise anything. */
  asked: number
  /** While it is out of order it takes no call, and answers none. */
  outOfOrder: boolean
}

export interface DummyCardOptions {
  id?: string
  /** In milliseconds, as of every remote provider. */
  patience?: number
  /** Lets the milliseconds of a slow card pass. */
  wait?: (milliseconds: number) => Promise<void>
}

/**
 * A payment provider as if over the network. It does what the session data say:
 * `good` authorises, also where nothing is said; `declined` refuses by its answer and `stolen` by an error; `confirm` asks
 * for `{ confirmed: true }` first; `silent` neither takes the money nor answers; `lost` takes it, and the answer is an
 * error; `slow` takes it, and answers, after `{ delay }` milliseconds, whoever still waits. What becomes of the money
 * `{ later: … }` says: `uncapturable` and `unrefundable` refuse that, and the first answer of `lost` is lost.
 */
export function dummyCard({
  id = 'dummy-card',
  patience = 10_000,
  wait = (milliseconds) => pause(milliseconds),
}: DummyCardOptions = {}): DummyCard {
  const ledger = new DummyLedger()
  const reach = async (): Promise<void> => {
    if (provider.outOfOrder) await never()
  }
  const provider: DummyCard = {
    id,
    ledger,
    asked: 0,
    outOfOrder: false,
    remote: {
      patience,
      async outcomeOf(key) {
        await reach()
        const payment = ledger.get(key)
        return payment && saidOf(payment)
      },
    },
    async initiate() {
      await reach()
      return { data: {} }
    },
    async update(data) {
      await reach()
      return { data }
    },
    async updateData(_data, changes) {
      await reach()
      if ('card' in changes && !CARDS.includes(changes.card as Card)) throw new InvalidData('There is no such card')
      return changes
    },
    async authorize(data, payment, asking) {
      provider.asked += 1
      await reach()
      const { key } = asking!
      switch (data.card as Card | undefined) {
        case 'stolen':
          throw new InvalidData('Your card was declined:\nIt was reported stolen')
        case 'silent':
          return never()
        case 'lost':
          ledger.book(key, payment, statusFor(data))
          throw lost()
        case 'slow':
          await wait(Number(data.delay))
      }
      return saidOf(ledger.book(key, payment, statusFor(data)), data)
    },
    async capture(data) {
      await reach()
      const payment = ledger.find(data.payment)
      if (data.later === 'uncapturable') throw new InvalidData('The card has expired')
      if (ledger.capture(payment) && data.later === 'lost') throw lost()
      return data
    },
    async refund(data, amount, asking) {
      await reach()
      const { key } = asking!
      const payment = ledger.find(data.payment)
      if (payment.refunds.has(key)) return data
      if (data.later === 'unrefundable') throw new InvalidData('The account is closed')
      ledger.refund(payment, key, amount)
      if (data.later === 'lost') throw lost()
      return data
    },
    async cancel(data) {
      await reach()
      const payment = ledger.find(data.payment)
      if (payment.status === 'captured') throw new InvalidData('The money was taken already')
      payment.status = 'canceled'
      return data
    },
    async delete(data) {
      await reach()
      const payment = ledger.get(String(data.payment))
      if (payment) payment.status = 'canceled'
    },
  }
  return provider
}

function statusFor({ card, confirmed }: PaymentData): DummyPayment['status'] {
  if (card === 'declined') return 'declined'
  return card === 'confirm' && confirmed !== true ? 'requires_more' : 'authorized'
}

const saidOf = ({ key, status }: DummyPayment, data: PaymentData = {}): ProviderResponse => ({
  status: status === 'declined' ? 'error' : status === 'captured' ? 'authorized' : status,
  data: { ...data, payment: key },
})

const lost = () => new Error('socket hang up')

const never = () => new Promise<never>(() => {})
