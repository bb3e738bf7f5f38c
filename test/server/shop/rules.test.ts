import type { EntityManager } from '@mikro-orm/postgresql'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Cart } from '#entities/cart/cart/cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { NotAllowed } from '#entities/errors.ts'
import { definePlugin, type Rules } from '#server/plugin/plugin.ts'
import { defineSettings } from '#server/plugin/settings.ts'
import { cartPath } from '#test/support/card-shop.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { dummyCard } from '#test/support/dummy-card.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { reconcile } from '#test/support/remote-bank.ts'
import { sendWhileLocked } from '#test/support/send-while-locked.ts'
import { openTestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'

const pluginOf = (name: string, rules: Rules) => definePlugin({ name, rules })

const settings = defineSettings({ ORDER_LIMIT: z.coerce.number().int() })
const orderLimit = definePlugin({
  name: 'order-limit',
  settings,
  rules: {
    'cart.complete': ({ totals, ...shop }) => {
      const { ORDER_LIMIT } = settings.of(shop)
      if (totals.total > ORDER_LIMIT) throw new NotAllowed(`The limit is ${ORDER_LIMIT}`)
    },
  },
})

test('a refused completion leaves the cart open and the stock as it is', async () => {
  await using shop = await openTestShop({ plugins: [orderLimit], env: { ORDER_LIMIT: '1200' } })
  const variant = await shop.given.variant({ stock: 5 })
  const big = await shop.given.payableCart({ lines: [[variant, 2]] })
  const refused = await shop.post(`/store/carts/${big.id}/complete`)
  expect(refused).toMatchObject({ status: 400, body: { type: 'not_allowed', message: 'The limit is 1200' } })
  expect((await shop.get(`/store/carts/${big.id}`)).body.cart.completed_at).toBeNull()
  const { inventory_quantity } = (await shop.admin.get(`/admin/variants/${variant.id}`)).body.variant
  expect(inventory_quantity).toBe(5)
  expect(await shop.given.order({ lines: [[variant, 1]] })).toMatchObject({ total: 1200 })
})

test('the rules run in the order of the plugins until the first refusal', async () => {
  const calls: string[] = []
  const note = (name: string, isRefused: boolean) =>
    pluginOf(name, {
      'cart.addLine': async ({ line }) => {
        calls.push(`${name} ${line.quantity}`)
        if (isRefused) throw new NotAllowed(`Refused by ${name}`)
      },
    })
  await using shop = await openTestShop({ plugins: [note('a', false), note('b', true), note('c', true)] })
  const cart = await shop.given.cart({ lines: [] })
  const { id: variant_id } = await shop.given.variant()
  const reply = await shop.post(`${cartPath(cart)}/line-items`, { variant_id, quantity: 3 })
  expect(reply.body).toMatchObject({ message: 'Refused by b' })
  expect(calls).toEqual(['a 3', 'b 3'])
})

test('a rule that fails is logged, and its message stays in the shop', async () => {
  let log = ''
  const logger = pino({ level: 'error' }, { write: (text: string) => (log += text) })
  const broken = pluginOf('broken', {
    'cart.updateLine': () => {
      throw new Error('the password is swordfish')
    },
  })
  await using shop = await openTestShop({ plugins: [broken], logger })
  const cart = await shop.given.cart()
  const reply = await shop.post(`${cartPath(cart)}/line-items/${cart.items[0].id}`, { quantity: 2 })
  expect(reply).toMatchObject({ status: 500, body: { message: 'An unknown error occurred.' } })
  expect(reply.text).not.toContain('swordfish')
  expect(log).toContain('swordfish')
  expect((await shop.get(cartPath(cart))).body.cart.items).toMatchObject([{ quantity: 1 }])
})

test('shops with different rules run in one process', async () => {
  const noOrders = pluginOf('closed', {
    'cart.complete': () => {
      throw new NotAllowed('The shop is closed')
    },
  })
  await using closed = await openTestShop({ plugins: [noOrders] })
  await using limited = await openTestShop({ plugins: [orderLimit], env: { ORDER_LIMIT: '0' } })
  await using open = await openTestShop()
  const messages = [closed, limited].map(async (shop) => {
    const { id } = await shop.given.payableCart()
    return (await shop.post(`/store/carts/${id}/complete`)).body
  })
  expect(await Promise.all(messages)).toMatchObject([{ message: 'The shop is closed' }, { message: 'The limit is 0' }])
  expect(await open.given.order()).toMatchObject({ total: 1200 })
})

test('a rule sees the rows after the lock, and entities that it loads are not written', async () => {
  const rules: Rules = {
    'cart.complete': async ({ cart, em }) => {
      const [line] = await em.find(LineItem, { cart_id: cart.id })
      if (line) line.title = 'Changed by a rule'
      const { context } = await em.findOneOrFail(Cart, cart.id)
      if (context?.held) throw new NotAllowed(`${cart.email} is held`)
    },
  }
  await using shop = await openTestShop({ plugins: [pluginOf('holds', rules)] })
  const { id } = await shop.given.payableCart({ email: 'ada@example.com' })
  const complete = () => shop.post(`/store/carts/${id}/complete`)
  const hold = (em: EntityManager) => em.nativeUpdate(Cart, { id }, { email: 'b@example.com', context: { held: 1 } })
  const reply = await sendWhileLocked(shop, hold, complete)
  expect(reply).toMatchObject({ status: 400, body: { message: 'b@example.com is held' } })
  await changeRows(shop, Cart, { id }, { context: {} })
  const { body } = await complete()
  expect(body).toMatchObject({ type: 'order' })
  expect(JSON.stringify(body)).not.toContain('Changed by a rule')
})

test('a refusal after the payment cancels the payment, also in a job', async () => {
  let isClosed = false
  const closing = pluginOf('closing', {
    'cart.complete': () => {
      if (isClosed) throw new NotAllowed('The shop is closed')
    },
  })
  const bank = dummyCard({ timeoutMs: 300 })
  await using shop = await openTestShop({ plugins: [closing], providers: providersWith(bank) })
  const region = await shop.given.region({ payment_providers: [bank.id] })
  const cart = await shop.given.payableCart({ region })
  await expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions/${bank.id}`, { data: { card: 'lost' } }))
  expect((await shop.post(`${cartPath(cart)}/complete`)).status).toBe(409)
  isClosed = true
  expect(await reconcile(shop)).toMatchObject([{ status: 'canceled', reason: 'The shop is closed' }])
  expect(Array.from(bank.ledger.values(), ({ status }) => status)).toEqual(['canceled'])
})
