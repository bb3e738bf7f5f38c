import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PaymentAttempt } from '#entities/payment/payment-attempt.ts'
import { PaymentProvider } from '#entities/payment/payment-provider.ts'
import { reconcilePayments } from '#entities/payment/reconcile-payments.ts'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'
import { listen } from '#server/listen.ts'
import { dummyCard } from '#server/providers/dummy-card.ts'
import { answered, type Json } from '#test/support/given.ts'
import type { Reply } from '#test/support/lab.ts'
import { refuses } from '#test/support/refuses.ts'
import { openTestShop, shopConfig, type TestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'
import { Visitor } from '#test/support/visitor.ts'

/* A provider that is asked over the network, and what networks do to payments. */

/** Slow cards are answered when it opens. */
let gate = Promise.withResolvers<void>()
const wait = () => gate.promise
/** Shops wait long for the one, and hardly for the other. */
const bank = dummyCard({ wait })
const hasty = dummyCard({ id: 'hasty-card', patience: 300, wait })
const providers = providersWith(bank, hasty)

let shop: TestShop
let region: Json
beforeAll(async () => {
  shop = await openTestShop({ providers })
  const em = shop.orm.em.fork()
  for (const { id } of [bank, hasty]) em.create(PaymentProvider, { id })
  await em.flush()
  region = await shop.given.region({ payment_providers: [bank.id, hasty.id, 'manual'] })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  gate = Promise.withResolvers()
  for (const one of [bank, hasty]) Object.assign(one, { asked: 0, outOfOrder: false })
})
// Whatever happened: who was charged has an order, for exactly that, and who was not has none.
afterEach(async () => {
  gate.resolve()
  for (const one of [bank, hasty]) one.outOfOrder = false
  await reconcile()
  const orders = await rows(`select data->>'payment' as key, cart_id, amount::int from payment where data ? 'payment'`)
  const charged = charges().filter(({ status }) => status === 'authorized')
  expect(charged.map(({ key, cart_id, amount }) => ({ key, cart_id, amount })).toSorted(byKey)).toEqual(
    orders.toSorted(byKey),
  )
})

const byKey = (a: Json, b: Json) => (a.key < b.key ? -1 : 1)
const rows = (sql: string, parameters: string[] = []): Promise<Json[]> => shop.orm.em.fork().execute(sql, parameters)
const at = ({ id }: Json) => `/store/carts/${id}`
const complete = (cart: Json) => shop.post(`${at(cart)}/complete`)
const read = async (cart: Json): Promise<Json> => (await shop.get(at(cart))).body.cart
const hold = (cart: Json, data: object, by = bank) =>
  answered(shop.post(`${at(cart)}/payment-sessions/${by.id}`, { data }))
const reconcile = () =>
  reconcilePayments(shop.orm.em.fork(), providers.payment, { before: new Date(Date.now() + 60_000) })
const attemptsOf = ({ id }: Json): Promise<PaymentAttempt[]> =>
  shop.orm.em.fork().find(PaymentAttempt, { cart_id: id }, { orderBy: { created_at: 'asc', id: 'asc' } })
const statusesOf = async (cart: Json) => (await attemptsOf(cart)).map(({ status }) => status)
const charges = () => [...bank.ledger.values(), ...hasty.ledger.values()]
const chargesOf = ({ id }: Json) => charges().filter(({ cart_id }) => cart_id === id)
const setStock = ({ id }: Json, stock: number) =>
  rows(`update product_variant set inventory_quantity = ${stock} where id = ?`, [id])
const stockOf = async ({ id }: Json) =>
  (await rows('select inventory_quantity from product_variant where id = ?', [id]))[0].inventory_quantity
const isAsked = () => vi.waitFor(() => expect(bank.asked).toBe(1), { timeout: 5000, interval: 5 })

/** Until the provider has the money of a cart. */
async function arrives({ id }: Json): Promise<void> {
  gate.resolve()
  const carts = () => Array.from(hasty.ledger.values(), ({ cart_id }) => cart_id)
  await vi.waitFor(() => expect(carts()).toContain(id), { timeout: 5000 })
}

/** A cart of two pieces, 2400 with tax, that is paid by this card. */
async function cartPaidBy(card: object, by = bank): Promise<{ cart: Json; variant: Json }> {
  const variant = await shop.given.variant({ stock: 9 })
  const cart = await shop.given.payableCart({ region, lines: [[variant, 2]] })
  await hold(cart, card, by)
  return { cart, variant }
}

const refusesForNow = (reply: Promise<Reply>) =>
  refuses(
    reply,
    409,
    'conflict',
    'The request conflicted with another request. You may retry the request with the provided Idempotency-Key.',
    'invalid_state_error',
  )

describe('a card', () => {
  test('that is good pays for one order, under the key of its attempt', async () => {
    const { cart, variant } = await cartPaidBy({ card: 'good' })
    const { body } = await complete(cart)
    expect(body).toMatchObject({ type: 'order', data: { total: 2400, payments: [{ provider_id: 'dummy-card' }] } })
    const [attempt] = await attemptsOf(cart)
    expect(attempt).toMatchObject({ status: 'completed', amount: 2400, currency_code: 'eur' })
    expect(chargesOf(cart)).toMatchObject([{ key: attempt!.id, amount: 2400, status: 'authorized' }])
    const done = await read(cart)
    expect(done.payment_session).toMatchObject({ status: 'authorized', data: { payment: attempt!.id } })
    expect(done).not.toHaveProperty('payment_attempt_id')
    expect(await stockOf(variant)).toBe(7)
    expect((await complete(cart)).body).toEqual(body)
    expect(bank.asked).toBe(1)
  })

  test.each([
    ['declined', 'Cart payment not authorized'],
    ['stolen', 'Your card was declined:\nIt was reported stolen'],
  ])('that is %s leaves all as it was, and another may pay', async (card, message) => {
    const { cart, variant } = await cartPaidBy({ card })
    await refuses(complete(cart), 400, 'invalid_data', message)
    expect(await read(cart)).toMatchObject({ completed_at: null, payment_session: { status: 'pending' } })
    expect(await stockOf(variant)).toBe(9)
    await hold(cart, { card: 'good' })
    expect((await complete(cart)).body.type).toBe('order')
    expect(await statusesOf(cart)).toEqual(['declined', 'completed'])
  })

  test('that wants to be confirmed pays once it is, in the same attempt', async () => {
    const { cart, variant } = await cartPaidBy({ card: 'confirm' })
    for (let i = 0; i < 2; i++) {
      expect((await complete(cart)).body).toMatchObject({
        type: 'cart',
        payment_status: 'requires_more',
        data: { id: cart.id, total: 2400, payment_session: { status: 'requires_more' } },
      })
    }
    expect(await stockOf(variant)).toBe(9)
    await hold(cart, { confirmed: true })
    expect((await complete(cart)).body.type).toBe('order')
    expect(await statusesOf(cart)).toEqual(['completed'])
  })

  test('that wants to be confirmed does not pay for what was put into the cart since', async () => {
    const { cart, variant } = await cartPaidBy({ card: 'confirm' })
    await complete(cart)
    await answered(shop.post(`${at(cart)}/line-items`, { variant_id: variant.id, quantity: 1 }))
    await hold(cart, { confirmed: true })
    expect((await complete(cart)).body).toMatchObject({ type: 'order', data: { total: 3600 } })
    expect(await statusesOf(cart)).toEqual(['canceled', 'completed'])
    expect(chargesOf(cart)).toMatchObject([{ status: 'canceled' }, { amount: 3600, status: 'authorized' }])
  })
})

describe('an answer', () => {
  test('that never comes holds nothing up, and the payment is asked for again by the same key', async () => {
    const { cart, variant } = await cartPaidBy({ card: 'silent' }, hasty)
    await refusesForNow(complete(cart))
    expect(await statusesOf(cart)).toEqual(['started'])
    expect((await shop.given.order({ region: await shop.given.region(), lines: [[variant, 1]] })).total).toBe(1200)
    await hold(cart, { card: 'good' }, hasty)
    expect((await complete(cart)).body.type).toBe('order')
    expect(await statusesOf(cart)).toEqual(['completed'])
  })

  test.each([
    ['is lost', 'lost'],
    ['comes too late', 'slow'],
  ])('that %s is looked up by the next completion, even with the same idempotency key', async (_, card) => {
    const { cart } = await cartPaidBy({ card }, hasty)
    const key = { 'idempotency-key': `of ${cart.id}` }
    await refusesForNow(shop.post(`${at(cart)}/complete`, undefined, key))
    await arrives(cart)
    expect((await shop.post(`${at(cart)}/complete`, undefined, key)).body.type).toBe('order')
    expect(hasty.asked).toBe(1)
  })

  test('that comes when the customer has gone on to something else is cancelled', async () => {
    const { cart, variant } = await cartPaidBy({ card: 'slow' }, hasty)
    await refusesForNow(complete(cart))
    await answered(shop.post(`${at(cart)}/line-items`, { variant_id: variant.id, quantity: 1 }))
    await hold(cart, { card: 'good' }, bank)
    expect((await complete(cart)).body.type).toBe('order')
    expect(await statusesOf(cart)).toEqual(['canceling', 'completed'])
    await arrives(cart)
    expect(await reconcile()).toMatchObject([{ status: 'canceled' }])
    expect(chargesOf(cart)).toMatchObject([{ amount: 3600, status: 'authorized' }, { status: 'canceled' }])
  })

  test('for which the client did not wait still gives the order', async () => {
    const { cart } = await cartPaidBy({ card: 'slow' })
    const leaving = new AbortController()
    const gone = fetch(`${shop.url}${at(cart)}/complete`, { method: 'POST', signal: leaving.signal }).catch(
      () => 'gone',
    )
    await isAsked()
    leaving.abort()
    expect(await gone).toBe('gone')
    gate.resolve()
    expect((await complete(cart)).body.type).toBe('order')
    expect(bank.asked).toBe(1)
  })

  test('that a crashed server had got is looked up once it cannot be under way any more', async () => {
    const { cart } = await cartPaidBy({ card: 'lost' }, hasty)
    await refusesForNow(complete(cart))
    await rows(`update payment_attempt set asked_until = now() + interval '1 second' where cart_id = ?`, [cart.id])
    await refusesForNow(complete(cart))
    expect((await complete(cart)).body.type).toBe('order')
    expect(hasty.asked).toBe(1)
  })
})

describe('while the provider is asked', () => {
  test('the cart refuses changes, and is read as it is', async () => {
    const { cart } = await cartPaidBy({ card: 'slow' })
    const completed = complete(cart)
    await isAsked()
    await refusesForNow(shop.post(at(cart), { email: 'bob@example.com' }))
    await refusesForNow(shop.delete(`${at(cart)}/line-items/${cart.items[0].id}`))
    await refusesForNow(shop.post(`${at(cart)}/payment-session`, { provider_id: 'manual' }))
    const ada = await shop.given.customer()
    expect((await ada.get(at(cart))).body.cart).toMatchObject({ customer_id: cart.customer_id, completed_at: null })
    gate.resolve()
    expect((await completed).body).toMatchObject({ type: 'order', data: { email: cart.email } })
  })

  test('other completions wait, on other servers too, and all answer the same order', async () => {
    await using other = await openSecondServer()
    const { cart } = await cartPaidBy({ card: 'slow' })
    const completions = Promise.all([
      ...[1, 2, 3].map(() => complete(cart)),
      ...[1, 2, 3].map(() => other.visitor.post(`${at(cart)}/complete`)),
    ])
    await isAsked()
    gate.resolve()
    const replies = await completions
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
    expect(bank.asked).toBe(1)
  })

  test.each([
    ['silent', 409],
    ['declined', 400],
  ])('other completions hear the same of a card that is %s', async (card, status) => {
    const { cart } = await cartPaidBy({ card }, hasty)
    const [first, ...others] = await Promise.all([complete(cart), complete(cart), complete(cart)])
    expect(first.status).toBe(status)
    for (const other of others) expect([other.status, other.body]).toEqual([status, first.body])
  })

  test('goods may go to somebody else: the payment is cancelled, and may be made again', async () => {
    const { cart, variant } = await cartPaidBy({ card: 'slow' })
    const completed = complete(cart)
    await isAsked()
    await setStock(variant, 1)
    gate.resolve()
    expect(await completed).toMatchObject({ status: 409, body: { errors: [{ code: 'insufficient_inventory' }] } })
    expect(await stockOf(variant)).toBe(1)
    expect(await statusesOf(cart)).toEqual(['canceled'])
    expect(chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
    expect(await read(cart)).toMatchObject({ completed_at: null, payment_authorized_at: null })
    await setStock(variant, 2)
    expect((await complete(cart)).body.type).toBe('order')
    expect(await statusesOf(cart)).toEqual(['canceled', 'completed'])
  })

  test('the cart may come to cost something else: the customer has to agree again', async () => {
    const { cart } = await cartPaidBy({ card: 'slow' })
    const completed = complete(cart)
    await isAsked()
    await rows('update line_item set unit_price = 1100 where cart_id = ?', [cart.id])
    gate.resolve()
    expect((await completed).body).toMatchObject({
      type: 'cart',
      payment_status: 'requires_more',
      data: { total: 2640, payment_session: { amount: 2640 } },
    })
    expect(chargesOf(cart)).toMatchObject([{ amount: 2400, status: 'canceled' }])
    expect((await complete(cart)).body).toMatchObject({ type: 'order', data: { total: 2640, paid_total: 2640 } })
  })
})

test('who pays by other means after all gets back what the provider took', async () => {
  const { cart } = await cartPaidBy({ card: 'lost' }, hasty)
  await refusesForNow(complete(cart))
  await answered(shop.post(`${at(cart)}/payment-session`, { provider_id: 'manual' }))
  expect((await complete(cart)).body.data.payments).toMatchObject([{ provider_id: 'manual' }])
  expect(chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
  expect(await statusesOf(cart)).toEqual(['canceled'])
})

test('a provider out of order does not keep a cart locked', async () => {
  const { cart, variant } = await cartPaidBy({ card: 'good' }, hasty)
  hasty.outOfOrder = true
  const add = () => shop.post(`${at(cart)}/line-items`, { variant_id: variant.id, quantity: 1 })
  await refusesForNow(add())
  hasty.outOfOrder = false
  expect((await add()).status).toBe(200)
})

describe('reconciling', () => {
  test('places the order that was paid for', async () => {
    const { cart } = await cartPaidBy({ card: 'lost' }, hasty)
    await refusesForNow(complete(cart))
    expect(await reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'completed' }])
    expect((await complete(cart)).body.type).toBe('order')
    expect(await reconcile()).toEqual([])
  })

  test('cancels what cannot be had any more', async () => {
    const { cart, variant } = await cartPaidBy({ card: 'lost' }, hasty)
    await refusesForNow(complete(cart))
    await setStock(variant, 1)
    const reason = `Variant with id: ${variant.id} does not have the required inventory`
    expect(await reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled', reason }])
    expect(chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
  })

  test('cancels what was paid for something that is not in the cart any more', async () => {
    const { cart, variant } = await cartPaidBy({ card: 'lost' }, hasty)
    await refusesForNow(complete(cart))
    const line = `${at(cart)}/line-items/${cart.items[0].id}`
    await answered(shop.delete(line))
    await answered(shop.post(`${at(cart)}/line-items`, { variant_id: variant.id, quantity: 2 }))
    expect(await reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled' }])
  })

  test('ends what the provider never heard of, and the cart can be paid', async () => {
    const { cart } = await cartPaidBy({ card: 'silent' }, hasty)
    await refusesForNow(complete(cart))
    expect(await reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'failed' }])
    await hold(cart, { card: 'good' })
    expect((await complete(cart)).body.type).toBe('order')
  })

  test('leaves to the customer what waits for them', async () => {
    const { cart } = await cartPaidBy({ card: 'confirm' })
    await complete(cart)
    expect(await reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'requires_more' }])
    await hold(cart, { confirmed: true })
    expect((await complete(cart)).body.type).toBe('order')
  })

  test('cancels what could not be cancelled at once', async () => {
    const { cart, variant } = await cartPaidBy({ card: 'confirm' }, hasty)
    await complete(cart)
    await setStock(variant, 1)
    hasty.outOfOrder = true
    expect((await complete(cart)).status).toBe(409)
    expect(await statusesOf(cart)).toEqual(['canceling'])
    expect(await reconcile()).toMatchObject([{ status: 'canceling', reason: 'No answer within 300 ms' }])
    hasty.outOfOrder = false
    expect(await reconcile()).toMatchObject([{ status: 'canceled' }])
  })

  test('beside completions gives one order', async () => {
    const { cart } = await cartPaidBy({ card: 'lost' }, hasty)
    await refusesForNow(complete(cart))
    const [, , ...replies] = await Promise.all([reconcile(), reconcile(), complete(cart), complete(cart)])
    for (const { status } of replies) expect([200, 409]).toContain(status)
    expect((await complete(cart)).body.type).toBe('order')
    expect(await statusesOf(cart)).toEqual(['completed'])
  })
})

/** Another server of the same shop, which asks the same provider. */
async function openSecondServer(): Promise<AsyncDisposable & { visitor: Visitor }> {
  const orm = await openDatabase(shop.databaseUrl)
  const app = createApp({ orm, providers, files: shop.files, config: shopConfig })
  const server = await listen(createServer(app), { host: '127.0.0.1', port: 0 })
  return {
    visitor: new Visitor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await orm.close()
    },
  }
}
