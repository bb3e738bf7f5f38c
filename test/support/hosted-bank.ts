import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PaymentNotice, PaymentProvider, ProviderResponse } from '#entities/cart/payment/payment-port.ts'
import { Unauthorized } from '#entities/errors.ts'
import { sum } from '#entities/values/money.ts'
import { DummyLedger, type DummyPayment } from './dummy-ledger.ts'

export interface HostedBank extends PaymentProvider {
  readonly ledger: DummyLedger
  /** `hang`: no call returns. `lose`: `authorize`, `capture` and `refund` succeed and throw. `slow`: calls take 50 ms. */
  fault: 'hang' | 'lose' | 'slow' | undefined
  webhookCalls: number
  /** The customer pays on the page of the bank. */
  pay(cart: { id: string }, status?: 'authorized' | 'captured'): DummyPayment
  paymentsOf(cart: { id: string }): DummyPayment[]
  /** A signed webhook for `fetch`. */
  webhook(notice: PaymentNotice): { body: string; headers: Record<string, string> }
}

/** A payment provider whose customers pay on its own page, before the completion of the cart. */
export function hostedBank({ id = 'hosted-bank', timeoutMs = 300, webhookPath = '/bank/hooks' } = {}): HostedBank {
  const ledger = new DummyLedger()
  const secret = 'secret of the bank'
  let count = 0
  const reach = async (): Promise<void> => {
    if (bank.fault === 'hang') await new Promise<never>(() => {})
    if (bank.fault === 'slow') await pause(50)
  }
  const answer = <Answer>(value: Answer): Answer => {
    if (bank.fault === 'lose') throw new Error('socket hang up')
    return value
  }
  const bank: HostedBank = {
    id,
    ledger,
    webhookPath,
    fault: undefined,
    webhookCalls: 0,
    remote: {
      timeoutMs,
      isPaidBeforeCompletion: true,
      async outcomeOf(data) {
        await reach()
        return responseOf(ledger.find(data.payment))
      },
    },
    async initiate(payment) {
      await reach()
      const key = `hosted_${++count}`
      return { data: dataOf(ledger.book(key, payment, { status: 'requires_more', later: undefined })) }
    },
    async update(data, payment) {
      await reach()
      const current = ledger.find(data.payment)
      if (current.status === 'requires_more') {
        current.amount = payment.amount
        return { data }
      }
      release(current)
      return bank.initiate(payment)
    },
    updateData: async (data) => data,
    async authorize(data, { amount }) {
      await reach()
      const payment = ledger.find(data.payment)
      if (payment.amount !== amount) release(payment)
      return answer(responseOf(payment))
    },
    async capture(data) {
      await reach()
      ledger.capture(ledger.find(data.payment))
      return answer(data)
    },
    async refund(data, amount, options) {
      await reach()
      const payment = ledger.find(data.payment)
      if (!payment.refunds.has(options!.key)) ledger.refund(payment, options!.key, amount)
      return answer(data)
    },
    async cancel(data) {
      await reach()
      release(ledger.find(data.payment))
      return data
    },
    async delete(data) {
      await reach()
      release(ledger.find(data.payment))
    },
    async receiveWebhook({ headers, body }) {
      bank.webhookCalls += 1
      if (headers.get('bank-signature') !== sign(secret, body)) throw new Unauthorized('The signature is wrong')
      return [JSON.parse(Buffer.from(body).toString())]
    },
    pay(cart, status = 'authorized') {
      const payment = bank.paymentsOf(cart).findLast((one) => one.status === 'requires_more')
      if (!payment) throw new Error(`The cart ${cart.id} has no open payment`)
      payment.status = status
      return payment
    },
    paymentsOf: ({ id: cart_id }) => [...ledger.values()].filter((payment) => payment.cart_id === cart_id),
    webhook(notice) {
      const body = JSON.stringify(notice)
      return {
        body,
        headers: { 'content-type': 'application/json', 'bank-signature': sign(secret, Buffer.from(body)) },
      }
    },
  }
  return bank
}

/** The money of the payment that is not returned, in minor units. */
export const heldAmountOf = ({ status, amount, refunds }: DummyPayment): number =>
  status === 'authorized' || status === 'captured' ? amount - sum([...refunds.values()]) : 0

function release(payment: DummyPayment): void {
  const held = heldAmountOf(payment)
  if (payment.status === 'captured' && held > 0) payment.refunds.set('release', held)
  else if (payment.status !== 'captured') payment.status = 'canceled'
}

const dataOf = ({ key }: DummyPayment) => ({ payment: key })

function responseOf(payment: DummyPayment): ProviderResponse {
  const { status } = payment
  if (status === 'captured')
    return { status: heldAmountOf(payment) > 0 ? 'authorized' : 'canceled', data: dataOf(payment) }
  return { status: status === 'declined' ? 'error' : status, data: dataOf(payment) }
}

const sign = (secret: string, body: Uint8Array): string => createHmac('sha256', secret).update(body).digest('hex')
