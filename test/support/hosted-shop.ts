import { afterEach, expect } from 'vitest'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentNotice } from '#entities/cart/payment/payment-port.ts'
import { type CartOptions, expectSuccess } from './factories.ts'
import { type HostedBank, heldAmountOf } from './hosted-bank.ts'
import { endPaymentLeases, reconcile } from './remote-bank.ts'
import type { Cart, Identified, Region, Variant } from './resources.ts'
import type { TestShop, TestShopOptions } from './shop.ts'
import { providersWith } from './test-payment.ts'

/** Parts of a webhook request that a test replaces. */
interface RequestChanges {
  path?: string
  headers?: Record<string, string>
  body?: string
}

/** Opens a shop with `open`. After each test, the money at the bank equals the payments of the shop. */
export async function useHostedBank<Used extends { shop: TestShop; region: Region }>(
  bank: HostedBank,
  open: (options: TestShopOptions) => Promise<Used>,
) {
  const used = await open({ providers: providersWith(bank), config: { logLevel: 'silent' } })
  const { shop, region } = used
  await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { payment_providers: [bank.id, 'manual'] }))

  const runAllJobs = async (): Promise<void> => {
    await shop.makeJobsDue()
    await shop.runJobs()
  }

  afterEach(async () => {
    bank.fault = undefined
    await endPaymentLeases(shop)
    await reconcile(shop)
    await runAllJobs()
    const payments = await shop.orm.em.fork().find(Payment, { provider_id: bank.id, canceled_at: null })
    const paid = payments.flatMap(({ data, amount, amount_refunded, captured_at }) => {
      const key = String(data.payment)
      const isOfThisTest = bank.ledger.has(key) && amount > amount_refunded
      return isOfThisTest ? [{ key, held: amount - amount_refunded, captured: !!captured_at }] : []
    })
    const held = [...bank.ledger.values()].flatMap((payment) => {
      const amount = heldAmountOf(payment)
      return amount > 0 ? [{ key: payment.key, held: amount, captured: payment.status === 'captured' }] : []
    })
    bank.ledger.clear()
    expect(held.toSorted(byKey)).toEqual(paid.toSorted(byKey))
  })

  return {
    ...used,
    bank,
    runAllJobs,

    /** Creates a cart with quantity 2 (2400 with tax) and a selected session of the bank. */
    async openCart(options: CartOptions = {}): Promise<{ cart: Cart; variant: Variant }> {
      const variant = await shop.given.variant({ stock: 9 })
      const cart = await shop.given.payableCart({ region, lines: [[variant, 2]], ...options })
      const path = `/store/carts/${cart.id}/payment-session` as const
      await expectSuccess(shop.post(path, { provider_id: bank.id }))
      return { cart, variant }
    },

    completeCart: ({ id }: Identified) => shop.post(`/store/carts/${id}/complete`),

    /** Sends a webhook and returns its HTTP status. */
    async send(
      notice: PaymentNotice,
      { path = `/hooks/${bank.id}`, ...changes }: RequestChanges = {},
    ): Promise<number> {
      const webhook = { ...bank.webhook(notice), ...changes }
      return (await fetch(shop.url + path, { method: 'POST', ...webhook })).status
    },

    async ordersOf({ id }: Identified): Promise<{ id: string; payment_status: string }[]> {
      return shop.orm.em.fork().execute('select id, payment_status from "order" where cart_id = ?', [id])
    },
  }
}

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)

export const noticeOf = (
  { cart_id, key }: { cart_id: string; key: string },
  type: PaymentNotice['type'],
  amount?: number,
): PaymentNotice => ({ type, cart_id, data: { payment: key }, ...(amount === undefined ? {} : { amount }) })
