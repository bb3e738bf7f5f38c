import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { dummyCard } from './dummy-card.ts'
import { expectError } from './expect-error.ts'
import { expectSuccess } from './factories.ts'
import { reconcile } from './remote-bank.ts'
import type { Reply } from './reply.ts'
import type { Cart, Identified, Variant } from './resources.ts'
import { type Caller, openTestShop, type TestShopOptions } from './shop.ts'
import { providersWith } from './test-payment.ts'
import { waitUntil } from './wait-until.ts'

/** Opens a shop with a simulated bank. After each test, the charges at the bank must equal the payments of the shop. */
export async function useCardShop(options: Pick<TestShopOptions, 'plugins'> = {}) {
  let gate = Promise.withResolvers<void>()
  const wait = () => gate.promise
  const bank = dummyCard({ wait })
  const impatientBank = dummyCard({ id: 'hasty-card', timeoutMs: 300, wait })
  const banks = [bank, impatientBank]
  const providers = providersWith(...banks)
  const shop = await openTestShop({ ...options, providers })
  const region = await shop.given.region({ payment_providers: [bank.id, impatientBank.id, 'manual'] })

  const rows = (sql: string, parameters: string[] = []) => shop.orm.em.fork().execute(sql, parameters)
  const setCard = (cart: Identified, data: object, by = bank, caller: Pick<Caller, 'post'> = shop) =>
    expectSuccess(caller.post(`${cartPath(cart)}/payment-sessions/${by.id}`, { data }))
  const attemptsOf = ({ id }: Identified): Promise<PaymentAttempt[]> =>
    shop.orm.em.fork().find(PaymentAttempt, { cart_id: id }, { orderBy: { created_at: 'asc', id: 'asc' } })
  const charges = () => banks.flatMap(({ ledger }) => [...ledger.values()])

  afterAll(() => shop[Symbol.asyncDispose]())
  beforeEach(() => {
    gate = Promise.withResolvers()
    for (const provider of banks) Object.assign(provider, { authorizeCalls: 0, isDown: false })
  })
  afterEach(async () => {
    gate.resolve()
    for (const provider of banks) provider.isDown = false
    await reconcile(shop)
    const paid = await shop.orm.em
      .fork()
      .execute<{ key: string; cart_id: string; amount: number }[]>(
        `select data->>'payment' as key, cart_id, amount::int from payment where data ? 'payment'`,
      )
    const charged = charges().filter(({ status }) => status === 'authorized')
    expect(charged.map(({ key, cart_id, amount }) => ({ key, cart_id, amount })).toSorted(byKey)).toEqual(
      paid.toSorted(byKey),
    )
  })

  return {
    ...{ shop, region, providers, bank, impatientBank, rows, setCard, attemptsOf },
    reconcile: () => reconcile(shop),
    statusesOf: async (cart: Identified) => (await attemptsOf(cart)).map(({ status }) => status),
    completeCart: (cart: Identified) => shop.post(`${cartPath(cart)}/complete`),
    readCart: async (cart: Identified) => (await shop.get(cartPath(cart))).body.cart,
    chargesOf: ({ id }: Identified) => charges().filter(({ cart_id }) => cart_id === id),
    setStock: shop.given.stock,
    stockOf: async ({ id }: Identified) =>
      (await expectSuccess(shop.admin.get(`/admin/variants/${id}`))).variant.inventory_quantity,

    /** Creates a cart with quantity 2 (2400 with tax) and a payment session with this card. */
    async cartPaidBy(card: object, by = bank): Promise<{ cart: Cart; variant: Variant }> {
      const variant = await shop.given.variant({ stock: 9 })
      const cart = await shop.given.payableCart({ region, lines: [[variant, 2]] })
      await setCard(cart, card, by)
      return { cart, variant }
    },

    untilAuthorizing: () => waitUntil(() => bank.authorizeCalls === 1),

    releaseSlowCards: () => gate.resolve(),

    /** Waits until the bank that ignores its timeout has charged the cart. */
    async untilCharged({ id }: Identified): Promise<void> {
      gate.resolve()
      const carts = () => Array.from(impatientBank.ledger.values(), ({ cart_id }) => cart_id)
      await waitUntil(() => carts().includes(id))
    },
  }
}

export const cartPath = ({ id }: Identified) => `/store/carts/${id}` as const

export const expectRetryableError = (reply: Promise<Reply>) =>
  expectError(
    reply,
    409,
    'conflict',
    'The request conflicted with another request. You may retry the request with the provided Idempotency-Key.',
    'invalid_state_error',
  )

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
