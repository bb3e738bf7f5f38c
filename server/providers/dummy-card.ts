import { setTimeout as pause } from 'node:timers/promises'
import { InvalidData } from '#entities/errors.ts'
import { sum } from '#entities/money.ts'
import type { PaymentContext, PaymentData, PaymentProvider, Said } from '#entities/payment/payment-port.ts'

/** How a payment ends, and how its answer fares; the session data name it as `{ card: … }`. */
const CARDS = ['good', 'declined', 'stolen', 'confirm', 'silent', 'lost', 'slow'] as const
type Card = (typeof CARDS)[number]

/** A payment in the books of the provider. */
export interface DummyPayment {
  key: string
  cart_id: string
  amount: number
  currency_code: string
  status: 'authorized' | 'requires_more' | 'declined' | 'captured' | 'canceled'
  /** What was given back, by the key of each refund. */
  refunds: Map<string, number>
}

export interface DummyCard extends PaymentProvider {
  /** Its own books, whatever the shop believes. By the key of each payment. */
  readonly ledger: ReadonlyMap<string, DummyPayment>
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
 * A payment provider as if over the network, for tests and demos. It does what the session data say:
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
  const ledger = new Map<string, DummyPayment>()
  const saidOf = ({ key, status }: DummyPayment, data: PaymentData = {}): Said => ({
    status: status === 'declined' ? 'error' : status === 'captured' ? 'authorized' : status,
    data: { ...data, payment: key },
  })
  const book = (key: string, { cart_id, amount, currency_code }: PaymentContext, data: PaymentData): Said => {
    const earlier = ledger.get(key)
    const isDecided = earlier && earlier.status !== 'requires_more'
    const status = isDecided ? earlier.status : statusFor(data)
    const payment = { key, cart_id, amount, currency_code, status, refunds: earlier?.refunds ?? new Map() }
    ledger.set(key, payment)
    return saidOf(payment, data)
  }
  const change = (data: PaymentData, status: DummyPayment['status']): PaymentData => {
    const payment = ledger.get(String(data.payment))
    if (payment && payment.status !== 'canceled') payment.status = status
    return data
  }
  const booked = (data: PaymentData): DummyPayment => {
    const payment = ledger.get(String(data.payment))
    if (!payment) throw new InvalidData('There is no such payment')
    return payment
  }
  const lose = ({ later }: PaymentData): void => {
    if (later === 'lost') throw new Error('socket hang up')
  }
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
          book(key, payment, data)
          throw new Error('socket hang up')
        case 'slow':
          await wait(Number(data.delay))
      }
      return book(key, payment, data)
    },
    async capture(data) {
      await reach()
      const payment = booked(data)
      if (data.later === 'uncapturable' || payment.status === 'canceled') throw new InvalidData('The card has expired')
      const isNews = payment.status !== 'captured'
      payment.status = 'captured'
      if (isNews) lose(data)
      return data
    },
    async refund(data, amount, asking) {
      await reach()
      const { key } = asking!
      const payment = booked(data)
      const given = sum([...payment.refunds.values()])
      if (payment.refunds.has(key)) return data
      if (data.later === 'unrefundable' || given + amount > payment.amount)
        throw new InvalidData('The account is closed')
      payment.refunds.set(key, amount)
      lose(data)
      return data
    },
    async cancel(data) {
      await reach()
      if (booked(data).status === 'captured') throw new InvalidData('The money was taken already')
      return change(data, 'canceled')
    },
    async delete(data) {
      await reach()
      change(data, 'canceled')
    },
  }
  return provider
}

function statusFor({ card, confirmed }: PaymentData): DummyPayment['status'] {
  if (card === 'declined') return 'declined'
  return card === 'confirm' && confirmed !== true ? 'requires_more' : 'authorized'
}

const never = () => new Promise<never>(() => {})
