import { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { balancePlugin } from '#test/support/balance-plugin.ts'
import { cartPath, expectRetryableError, useCardShop } from '#test/support/card-shop.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import { endPaymentLeases } from '#test/support/remote-bank.ts'

/* A balance pays a part of a cart, and a provider over the network pays the rest. */

const cardShop = await useCardShop({ plugins: [balancePlugin] })
const { shop, region, bank, impatientBank, reconcile } = cardShop

const client = new Client({ connectionString: shop.databaseUrl })
await client.connect()
afterAll(() => client.end())
afterEach(async () => expect(await findViolations(async (sql) => (await client.query(sql)).rows)).toEqual([]))

const adjust = (customer: { id: string }, amount: number) =>
  expectSuccess(
    shop.admin.post('/admin/balances', {
      ...{ customer_id: customer.id, kind: 'store-credit', currency_code: 'eur', amount, note: 'Late' },
    }),
  )

/** A cart of 1200 with a balance of 500 and a session of this card. */
async function givenCart(card: object, by = bank) {
  const customer = await shop.given.customer()
  await adjust(customer, 500)
  const cart = await shop.given.payableCart({ region, by: customer, email: customer.email })
  await expectSuccess(customer.post(`${cartPath(cart)}/tenders`, { tenders: [{ kind: 'store-credit' }] }))
  await cardShop.setCard(cart, card, by, customer)
  return { customer, cart, complete: () => customer.post(`${cartPath(cart)}/complete`) }
}

const balanceOf = async (customer: Awaited<ReturnType<typeof givenCart>>['customer']) =>
  (await expectSuccess(customer.get('/store/customers/me/balances'))).balances[0]!.balance

test('the card pays what the balance leaves, and both are taken together', async () => {
  const { customer, cart, complete } = await givenCart({ card: 'good' })
  const order = await expectOrder(complete())
  expect(order.payments).toMatchObject([
    { provider_id: bank.id, amount: 700, captured_at: null },
    { provider_id: 'balance', amount: 500 },
  ])
  expect(cardShop.chargesOf(cart)).toMatchObject([{ amount: 700, status: 'authorized' }])
  expect(await balanceOf(customer)).toBe(0)
})

test('a declined card takes nothing from the balance', async () => {
  const { customer, complete } = await givenCart({ card: 'declined' })
  expect((await complete()).status).toBe(400)
  expect(await balanceOf(customer)).toBe(500)
})

test('the charge is canceled if the balance shrinks before the provider answers', async () => {
  const { customer, cart, complete } = await givenCart({ card: 'slow' })
  const completed = complete()
  await cardShop.untilAuthorizing()
  await adjust(customer, -100)
  cardShop.releaseSlowCards()
  expect((await completed).body).toMatchObject({ type: 'cart', payment_status: 'requires_more' })
  expect(cardShop.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
  await cardShop.setCard(cart, { card: 'good' }, bank, customer)
  expect((await expectOrder(complete())).payments).toMatchObject([{ amount: 800 }, { amount: 400 }])
})

test('two carts that wait for their cards spend a balance once', async () => {
  const { customer, cart, complete } = await givenCart({ card: 'slow' })
  const other = await shop.given.payableCart({ region, by: customer, email: customer.email })
  await expectSuccess(customer.post(`${cartPath(other)}/tenders`, { tenders: [{ kind: 'store-credit' }] }))
  await cardShop.setCard(other, { card: 'good' }, bank, customer)
  const completed = complete()
  await cardShop.untilAuthorizing()
  const order = await expectOrder(customer.post(`${cartPath(other)}/complete`))
  expect(order.payments).toMatchObject([{ amount: 700 }, { amount: 500 }])
  cardShop.releaseSlowCards()
  expect((await completed).body).toMatchObject({ type: 'cart', payment_status: 'requires_more' })
  expect(cardShop.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
  expect(await balanceOf(customer)).toBe(0)
})

test('a server that dies after the charge leaves an order that reconciliation places', async () => {
  const { customer, cart, complete } = await givenCart({ card: 'lost' }, impatientBank)
  await expectRetryableError(complete())
  expect(await balanceOf(customer)).toBe(500)
  await endPaymentLeases(shop)
  expect(await reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'completed' }])
  expect(await balanceOf(customer)).toBe(0)
  expect((await expectOrder(complete())).payments).toMatchObject([{ amount: 700 }, { amount: 500 }])
})

test('reconciliation cancels the charge if the balance was spent in between', async () => {
  const { customer, cart, complete } = await givenCart({ card: 'lost' }, impatientBank)
  await expectRetryableError(complete())
  await adjust(customer, -1)
  await endPaymentLeases(shop)
  expect(await reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled' }])
  expect(cardShop.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
  expect(await balanceOf(customer)).toBe(499)
})

test('another caller cannot end the pending payment of a cart with a balance', async () => {
  const { customer, cart, complete } = await givenCart({ card: 'confirm' })
  expect((await complete()).body).toMatchObject({ type: 'cart', payment_status: 'requires_more' })
  expect((await cardShop.completeCart(cart)).status).toBe(400)
  expect(await cardShop.statusesOf(cart)).toEqual(['requires_more'])
  await cardShop.setCard(cart, { confirmed: true }, bank, customer)
  await expectOrder(complete())
})
