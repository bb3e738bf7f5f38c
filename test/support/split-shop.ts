import { afterEach, expect } from 'vitest'
import { Payment } from '#entities/cart/payment/payment.ts'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import { daysAgo } from './aged-rows.ts'
import { changeRows } from './change-rows.ts'
import { useConsistentShop } from './consistent-shop.ts'
import { dummyCard } from './dummy-card.ts'
import type { DummyPayment } from './dummy-ledger.ts'
import { type CartOptions, expectOrder, expectSuccess } from './factories.ts'
import { type HostedBank, heldAmountOf, hostedBank } from './hosted-bank.ts'
import { endPaymentLeases, reconcile } from './remote-bank.ts'
import type { Cart, Identified } from './resources.ts'
import type { Caller, TestShopOptions } from './shop.ts'
import { providersWith, testPayment } from './test-payment.ts'

export interface SplitPart {
  provider_id: string
  amount?: number | null
}

/**
 * Opens a consistent shop with two cards, two banks with their own page, and a local till. A cart costs 1800. After each test, and after
 * the end of all payments that wait, an order without edits has payments of exactly its total, and no other money is held.
 */
export async function useSplitShop(options: Pick<TestShopOptions, 'plugins'> = {}) {
  const cards = [dummyCard({ id: 'card', timeoutMs: 300 }), dummyCard({ id: 'voucher', timeoutMs: 300 })] as const
  const banks = [hostedBank({ id: 'bank' }), hostedBank({ id: 'wallet', webhookPath: '/wallet/hooks' })] as const
  const till = testPayment('till')
  const providers = providersWith(...cards, ...banks, till)
  const used = await useConsistentShop({ ...options, providers, config: { logLevel: 'silent' } })
  const { shop, region, option } = used
  await expectSuccess(
    shop.admin.post(`/admin/regions/${region.id}`, { payment_providers: [...providers.payment.keys()] }),
  )
  const [card, voucher] = cards
  const [bank, wallet] = banks

  const held = () =>
    [...cards, ...banks].flatMap(({ id, ledger }) =>
      [...ledger.values()].map((payment) => ({ provider: id, key: payment.key, amount: heldAmountOf(payment) })),
    )
  const isHeld = ({ amount }: { amount: number }) => amount > 0

  const paid = async () => {
    const payments = await shop.orm.em.fork().find(Payment, { canceled_at: null })
    return payments.flatMap(({ provider_id: provider, data, amount, amount_refunded }) =>
      data.payment ? [{ provider, key: String(data.payment), amount: amount - amount_refunded }] : [],
    )
  }

  const runAllJobs = async (): Promise<void> => {
    await shop.makeJobsDue()
    await shop.runJobs()
  }

  const recover = (): void => {
    for (const one of cards) one.isDown = false
    for (const one of banks) one.fault = undefined
    till.nextStatus = 'authorized'
  }

  afterEach(async () => {
    recover()
    await endPaymentLeases(shop)
    await reconcile(shop)
    await runAllJobs()
    await changeRows(shop, PaymentAttempt, {}, { updated_at: daysAgo(30) })
    await reconcile(shop)
    expect(held().filter(isHeld).toSorted(byKey)).toEqual((await paid()).filter(isHeld).toSorted(byKey))
    const { orders } = await expectSuccess(shop.admin.get('/admin/orders?limit=200'))
    const edited = (await used.rows('select order_id from order_edit')).map(({ order_id }) => order_id)
    for (const order of orders.filter(({ id }) => !edited.includes(id))) {
      const own = order.payments.filter(({ swap_id }) => !swap_id)
      expect([order.id, sumOfAmounts(own)]).toEqual([order.id, order.total])
    }
  })

  const split = ({ id }: Identified, payments: readonly SplitPart[], by: Pick<Caller, 'post'> = shop) =>
    by.post(`/store/carts/${id}/split-payment`, { payments })

  return {
    ...{ ...used, card, voucher, bank, wallet, till, runAllJobs, recover, split },
    reconcile: () => reconcile(shop),
    endLeases: () => endPaymentLeases(shop),
    openCart: (over: CartOptions = {}): Promise<Cart> => shop.given.payableCart({ region, option, ...over }),

    /** Creates a cart of 1800 that these providers pay. The last one pays the rest. */
    async splitCart(payments: readonly SplitPart[], over: CartOptions = {}): Promise<Cart> {
      const cart = await shop.given.payableCart({ region, option, ...over })
      return (await expectSuccess(split(cart, payments, over.by))).cart
    },

    setData: ({ id }: Identified, provider: Identified, data: object) =>
      expectSuccess(shop.post(`/store/carts/${id}/payment-sessions/${provider.id}`, { data })),

    complete: ({ id }: Identified, by: Pick<Caller, 'post'> = shop) => by.post(`/store/carts/${id}/complete`),
    placeOrder: ({ id }: Identified) => expectOrder(shop.post(`/store/carts/${id}/complete`)),
    readCart: async ({ id }: Identified) => (await expectSuccess(shop.get(`/store/carts/${id}`))).cart,

    attemptsOf: async ({ id }: Identified) => {
      const attempts = await shop.orm.em.fork().find(PaymentAttempt, { cart_id: id }, { orderBy: { id: 'asc' } })
      return attempts.map(({ provider_id, amount, status }) => [provider_id, amount, status])
    },

    /** The payments of the cart at all providers, as `[provider, amount, status]`. */
    chargesOf: ({ id }: Identified) =>
      [...cards, ...banks].flatMap(({ id: provider, ledger }) =>
        [...ledger.values()]
          .filter(({ cart_id }) => cart_id === id)
          .map(({ amount, status }): [string, number, DummyPayment['status']] => [provider, amount, status]),
      ),

    /** Sends the signed webhook of a bank, and runs its job. */
    async notify(by: HostedBank, { cart_id, key }: DummyPayment, type: 'authorized' | 'canceled' = 'authorized') {
      const webhook = by.webhook({ type, cart_id, data: { payment: key } })
      await fetch(`${shop.url}/hooks/${by.id}`, { method: 'POST', ...webhook })
      await runAllJobs()
    },

    /** Moves the last change of the attempts of a cart into the past. */
    async backdate({ id }: Identified, hours: number): Promise<void> {
      for (const attempt of await shop.orm.em.fork().find(PaymentAttempt, { cart_id: id })) {
        const updated_at = new Date(attempt.updated_at.getTime() - hours * 3_600_000)
        await changeRows(shop, PaymentAttempt, { id: attempt.id }, { updated_at })
      }
    },
  }
}

const byKey = (a: { provider: string; key: string }, b: { provider: string; key: string }) =>
  `${a.provider} ${a.key}` < `${b.provider} ${b.key}` ? -1 : 1
