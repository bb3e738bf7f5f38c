import type { PaymentContext } from '#entities/cart/payment/payment-port.ts'
import { InvalidData } from '#entities/errors.ts'
import { sum } from '#entities/values/money.ts'

export interface DummyPayment {
  key: string
  cart_id: string
  amount: number
  currency_code: string
  status: 'authorized' | 'requires_more' | 'declined' | 'captured' | 'canceled'
  /** The outcome of captures and refunds, as in `dummyCard`. */
  later: unknown
  /** Refunded amounts by idempotency key. */
  refunds: Map<string, number>
}

/** The payments of a provider by idempotency key. The ledger does not use the records of the shop. */
export class DummyLedger extends Map<string, DummyPayment> {
  /** Records a payment. A payment with a final status keeps this status. */
  book(
    key: string,
    { cart_id, amount, currency_code }: PaymentContext,
    { status: requestedStatus, later }: Pick<DummyPayment, 'status' | 'later'>,
  ): DummyPayment {
    const earlier = this.get(key)
    const isDecided = earlier && earlier.status !== 'requires_more'
    const status = isDecided ? earlier.status : requestedStatus
    const payment = { key, cart_id, amount, currency_code, status, later, refunds: earlier?.refunds ?? new Map() }
    this.set(key, payment)
    return payment
  }

  find(key: unknown): DummyPayment {
    const payment = this.get(String(key))
    if (!payment) throw new InvalidData('There is no such payment')
    return payment
  }

  /** Returns false if the payment was captured before. */
  capture(payment: DummyPayment): boolean {
    if (payment.status === 'canceled') throw new InvalidData('The card has expired')
    const isFirst = payment.status !== 'captured'
    payment.status = 'captured'
    return isFirst
  }

  refund({ amount, refunds }: DummyPayment, key: string, back: number): void {
    if (sum([...refunds.values()]) + back > amount) throw new InvalidData('The account is closed')
    refunds.set(key, back)
  }
}
