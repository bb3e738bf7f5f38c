import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { dummyCard } from './dummy-card.ts'
import { expectError } from './expect-error.ts'
import { expectSuccess, type Json } from './factories.ts'
import { reconcile } from './remote-bank.ts'
import type { Reply } from './sample-api.ts'
import { openTestShop } from './shop.ts'
import { providersWith } from './test-payment.ts'

/**
 * A shop whose providers are asked over the network, with all that networks do to payments, for the tests of a file. After
 * each of them, whatever happened, who was charged has an order, for exactly that, and who was not has none.
 */
export async function useCardShop() {
  let gate = Promise.withResolvers<void>()
  const wait = () => gate.promise
  // Shops wait long for the one, and hardly for the other.
  const bank = dummyCard({ wait })
  const hasty = dummyCard({ id: 'hasty-card', patience: 300, wait })
  const banks = [bank, hasty]
  const providers = providersWith(...banks)
  const shop = await openTestShop({ providers })
  const region = await shop.given.region({ payment_providers: [bank.id, hasty.id, 'manual'] })

  const rows = (sql: string, parameters: string[] = []): Promise<Json[]> => shop.orm.em.fork().execute(sql, parameters)
  const hold = (cart: Json, data: object, by = bank) =>
    expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions/${by.id}`, { data }))
  const attemptsOf = ({ id }: Json): Promise<PaymentAttempt[]> =>
    shop.orm.em.fork().find(PaymentAttempt, { cart_id: id }, { orderBy: { created_at: 'asc', id: 'asc' } })
  const charges = () => banks.flatMap(({ ledger }) => [...ledger.values()])

  afterAll(() => shop[Symbol.asyncDispose]())
  beforeEach(() => {
    gate = Promise.withResolvers()
    for (const one of banks) Object.assign(one, { asked: 0, outOfOrder: false })
  })
  afterEach(async () => {
    gate.resolve()
    for (const one of banks) one.outOfOrder = false
    await reconcile(shop)
    const paid = await rows(`select data->>'payment' as key, cart_id, amount::int from payment where data ? 'payment'`)
    const charged = charges().filter(({ status }) => status === 'authorized')
    expect(charged.map(({ key, cart_id, amount }) => ({ key, cart_id, amount })).toSorted(byKey)).toEqual(
      paid.toSorted(byKey),
    )
  })

  return {
    ...{ shop, region, providers, bank, hasty, rows, hold, attemptsOf },
    reconcile: () => reconcile(shop),
    statusesOf: async (cart: Json) => (await attemptsOf(cart)).map(({ status }) => status),
    complete: (cart: Json) => shop.post(`${cartPath(cart)}/complete`),
    read: async (cart: Json): Promise<Json> => (await shop.get(cartPath(cart))).body.cart,
    chargesOf: ({ id }: Json) => charges().filter(({ cart_id }) => cart_id === id),
    setStock: ({ id }: Json, stock: number) =>
      rows(`update product_variant set inventory_quantity = ${stock} where id = ?`, [id]),
    stockOf: async ({ id }: Json) =>
      (await rows('select inventory_quantity from product_variant where id = ?', [id]))[0].inventory_quantity,

    /** A cart of two pieces, 2400 with tax, that is paid by this card. */
    async cartPaidBy(card: object, by = bank): Promise<{ cart: Json; variant: Json }> {
      const variant = await shop.given.variant({ stock: 9 })
      const cart = await shop.given.payableCart({ region, lines: [[variant, 2]] })
      await hold(cart, card, by)
      return { cart, variant }
    },

    /** Until the bank is asked for a payment. */
    isAsked: () => vi.waitFor(() => expect(bank.asked).toBe(1), { timeout: 5000, interval: 5 }),

    /** Has slow cards answer. */
    answerSlowly: () => gate.resolve(),

    /** Until the hasty provider has the money of a cart. */
    async arrives({ id }: Json): Promise<void> {
      gate.resolve()
      const carts = () => Array.from(hasty.ledger.values(), ({ cart_id }) => cart_id)
      await vi.waitFor(() => expect(carts()).toContain(id), { timeout: 5000 })
    },
  }
}

/** The path of a cart. */
export const cartPath = ({ id }: Json) => `/store/carts/${id}`

export const expectRetryableError = (reply: Promise<Reply>) =>
  expectError(
    reply,
    409,
    'conflict',
    'The request conflicted with another request. You may retry the request with the provided Idempotency-Key.',
    'invalid_state_error',
  )

const byKey = (a: Json, b: Json) => (a.key < b.key ? -1 : 1)
