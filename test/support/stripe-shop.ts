import type Stripe from 'stripe'
import { afterAll, afterEach, expect } from 'vitest'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { Plugin } from '#server/plugin/plugin.ts'
import { stripe } from '../../plugins/stripe/index.ts'
import { type CartOptions, expectOrder, expectSuccess } from './factories.ts'
import { openFakeStripe } from './fake-stripe.ts'
import type { TestCard } from './fake-stripe-account.ts'
import { useOrderEditShop } from './order-edit-shop.ts'
import { endPaymentLeases, reconcile } from './remote-bank.ts'
import type { Identified } from './resources.ts'

/** Opens a shop with the Stripe plugin. After each test, the money at Stripe equals the payments of the shop. */
const IN_HUNDREDTHS = ['isk', 'ugx']

export async function useStripeShop(env: Record<string, string> = {}, plugins: readonly Plugin[] = []) {
  const fake = await openFakeStripe()
  afterAll(() => fake[Symbol.asyncDispose]())
  const { account } = fake
  const used = await useOrderEditShop({
    plugins: [stripe, ...plugins],
    env: { ...fake.env, ...env },
    config: { logLevel: 'silent' },
  })
  const { shop, region } = used
  const payment_providers = ['stripe', 'stripe-ideal', 'manual']
  await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { payment_providers }))

  const runAllJobs = async (): Promise<void> => {
    await shop.makeJobsDue()
    await shop.runJobs()
  }

  afterEach(async () => {
    fake.fault = undefined
    await fake.settle()
    await endPaymentLeases(shop)
    await reconcile(shop)
    await runAllJobs()
    const payments = await shop.orm.em.fork().find(Payment, { provider_id: /^stripe/, canceled_at: null })
    const recorded = payments.flatMap(({ data, amount, amount_refunded, captured_at }) => {
      const held = amount - amount_refunded
      return held > 0 ? [{ id: String(data.id), held, captured: !!captured_at }] : []
    })
    const held = [...account.intents.values()].flatMap((intent) => {
      const amount = account.heldAmountOf(intent) / (IN_HUNDREDTHS.includes(intent.currency) ? 100 : 1)
      return amount > 0 ? [{ id: intent.id, held: amount, captured: intent.status === 'succeeded' }] : []
    })
    expect(held.toSorted(byId)).toEqual(recorded.toSorted(byId))
  })

  const selectProvider = (cart: Identified, provider_id = 'stripe') =>
    expectSuccess(shop.post(`/store/carts/${cart.id}/payment-session`, { provider_id }))
  const completeCart = ({ id }: Identified) => shop.post(`/store/carts/${id}/complete`)

  async function openCart({ provider_id, ...options }: CartOptions & { provider_id?: string } = {}) {
    const variant = await shop.given.variant({ stock: 9 })
    const { id } = await shop.given.payableCart({ region, lines: [[variant, 2]], ...options })
    const { cart } = await selectProvider({ id }, provider_id)
    return { cart, variant }
  }

  /** The customer pays the selected session of the cart with Stripe.js. */
  async function pay({ id }: Identified, card?: TestCard) {
    const { payment_session } = (await expectSuccess(shop.get(`/store/carts/${id}`))).cart
    return account.pay(payment_session?.data.client_secret, card)
  }

  return {
    ...used,
    ...{ fake, account, runAllJobs, selectProvider, completeCart, openCart, pay },

    async placePaidOrder(options?: Parameters<typeof openCart>[0]) {
      const { cart, variant } = await openCart(options)
      const intent = await pay(cart)
      return { cart, variant, intent, order: await expectOrder(completeCart(cart)) }
    },

    /** Sends a webhook about an intent or a charge and returns its HTTP status. */
    async send(
      type: Stripe.Event['type'],
      object: object,
      { path = '/stripe/hooks', headers = {} } = {},
    ): Promise<number> {
      const webhook = fake.webhook(type, object)
      const request = { method: 'POST', body: webhook.body, headers: { ...webhook.headers, ...headers } }
      return (await fetch(shop.url + path, request)).status
    },

    ordersOf: ({ id }: Identified): Promise<{ id: string; payment_status: string }[]> =>
      shop.orm.em.fork().execute('select id, payment_status from "order" where cart_id = ?', [id]),
  }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
