import type { PaymentContext } from '#entities/cart/payment/payment-port.ts'
import { InvalidData } from '#entities/errors.ts'
import { sum } from '#entities/values/money.ts'

/** A payment in the books of a provider. */
export interface DummyPayment {
  key: string
  cart_id: string
  amount: number
  currency_code: string
  status: 'authorized' | 'requires_more' | 'declined' | 'captured' | 'canceled'
  /** What was given back, by the key of each refund. */
  refunds: Map<string, number>
}

/** The books of a provider, whatever the shop believes: by the key of each payment. */
export class DummyLedger extends Map<string, DummyPayment> {
  /** Books a payment; one that was decided stays as it is. */
  book(key: string, { cart_id, amount, currency_code }: PaymentContext, wanted: DummyPayment['status']): DummyPayment {
    const earlier = this.get(key)
    const isDecided = earlier && earlier.status !== 'requires_more'
    const status = isDecided ? earlier.status : wanted
    const payment = { key, cart_id, amount, currency_code, status, refunds: earlier?.refunds ?? new Map() }
    this.set(key, payment)
    return payment
  }

  /** @throws InvalidData where no such payment was booked. */
  find(key: unknown): DummyPayment {
    const payment = this.get(String(key))
    if (!payment) throw new InvalidData('There is no such payment')
    return payment
  }

  /** Whether the money was not taken before. */
  capture(payment: DummyPayment): boolean {
    if (payment.status === 'canceled') throw new InvalidData('The card has expired')
    const isNews = payment.status !== 'captured'
    payment.status = 'captured'
    return isNews
  }

  /** Gives no more back than was paid. */
  refund({ amount, refunds }: DummyPayment, key: string, back: number): void {
    if (sum([...refunds.values()]) + back > amount) throw new InvalidData('The account is closed')
    refunds.set(key, back)
  }
}
