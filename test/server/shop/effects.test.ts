import type { EntityManager } from '@mikro-orm/postgresql'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { insertRow, lockRows } from '#database/rows.ts'
import { NotAllowed } from '#entities/errors.ts'
import { Order } from '#entities/orders/order/order.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { definePlugin, type Effect, type Effects } from '#server/plugin/plugin.ts'
import { defaultRequestBounds } from '#server/settings/bounds.ts'
import { cartPath } from '#test/support/card-shop.ts'
import { dummyCard } from '#test/support/dummy-card.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { reconcile } from '#test/support/remote-bank.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { readNotes, StepNote, stepNotes } from '#test/support/step-notes.ts'
import { providersWith } from '#test/support/test-payment.ts'

const notingPlugin = (effects: Effects, name = 'noting') => definePlugin({ name, ...stepNotes, effects })
const noteOrder: Effect<'cart.complete'> = ({ em, order }) =>
  void insertRow(em, StepNote, { text: order?.id ?? 'swap' })
const silent = pino({ level: 'silent' })
const complete = (shop: TestShop, cart: { id: string }) => shop.post(`${cartPath(cart)}/complete`)

test('concurrent completions of one cart run the effect once, with the order', async () => {
  await using shop = await openTestShop({ plugins: [notingPlugin({ 'cart.complete': noteOrder })] })
  const cart = await shop.given.payableCart()
  const replies = await Promise.all([1, 2, 3].map(() => complete(shop, cart)))
  const orders = replies.filter(({ status }) => status === 200).map(({ body }) => body)
  expect(orders[0]).toMatchObject({ type: 'order' })
  const { id } = (await expectSuccess(shop.get(`/store/orders/cart/${cart.id}`))).order
  expect(await readNotes(shop)).toEqual([id])
})

test('with a remote provider, an effect runs once, and its refusal cancels the payment and leaves no order', async () => {
  let isFull = true
  const bank = dummyCard({ timeoutMs: 300 })
  const effects: Effects = {
    'cart.complete': async (context) => {
      await noteOrder(context)
      if (isFull) throw new NotAllowed('No seat is left')
    },
  }
  await using shop = await openTestShop({ plugins: [notingPlugin(effects)], providers: providersWith(bank) })
  const region = await shop.given.region({ payment_providers: [bank.id] })
  const variant = await shop.given.variant({ stock: 5 })
  const cart = await shop.given.payableCart({ region, lines: [[variant, 1]] })
  expect(await complete(shop, cart)).toMatchObject({ status: 400, body: { message: 'No seat is left' } })
  expect(Array.from(bank.ledger.values(), ({ status }) => status)).toEqual(['canceled'])
  expect(await readNotes(shop)).toEqual([])
  expect(await shop.orm.em.fork().count(Order)).toBe(0)
  expect((await shop.admin.get(`/admin/variants/${variant.id}`)).body.variant.inventory_quantity).toBe(5)
  isFull = false
  await expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions`))
  const reply = await expectSuccess(complete(shop, cart))
  expect(await readNotes(shop)).toEqual([reply.data.id])
})

test('a payment that is found later runs the effect once', async () => {
  const bank = dummyCard({ timeoutMs: 300 })
  const plugins = [notingPlugin({ 'cart.complete': noteOrder })]
  await using shop = await openTestShop({ plugins, providers: providersWith(bank) })
  const region = await shop.given.region({ payment_providers: [bank.id] })
  const cart = await shop.given.payableCart({ region })
  await expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions/${bank.id}`, { data: { card: 'lost' } }))
  expect((await complete(shop, cart)).status).toBe(409)
  expect(await readNotes(shop)).toEqual([])
  await reconcile(shop)
  await reconcile(shop)
  expect(await readNotes(shop)).toHaveLength(1)
})

test('a hung effect ends with its request and keeps no lock', async () => {
  let hangs = true
  const effects: Effects = {
    'cart.complete': ({ signal }) =>
      hangs
        ? new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : undefined,
  }
  const config = { bounds: { ...defaultRequestBounds, answerTimeout: 1500 } }
  const timeouts = { wait: 20_000, statement: 20_000 }
  await using shop = await openTestShop({ plugins: [notingPlugin(effects)], config, timeouts })
  const cart = await shop.given.payableCart()
  expect((await complete(shop, cart)).status).toBe(503)
  hangs = false
  expect((await complete(shop, cart)).status).toBe(200)
})

test('a dry run rolls the effect back, and the changes of the effect are in the audit log', async () => {
  const effects: Effects = { 'order.cancel': ({ em, order }) => void insertRow(em, StepNote, { text: order.id }) }
  await using shop = await openTestShop({ plugins: [notingPlugin(effects)] })
  const order = await shop.given.order()
  const path = `/admin/orders/${order.id}/cancel`
  const preview = await shop.admin.post(path as string, {}, { 'x-dry-run': 'true' })
  expect(preview.status, preview.text).toBe(200)
  expect(preview.text).toContain('step_note')
  expect(await readNotes(shop)).toEqual([])
  await expectSuccess(shop.admin.post(path))
  expect(await readNotes(shop)).toEqual([order.id])
  expect((await shop.admin.get('/admin/audit-log?procedure=admin.orders.cancel')).text).toContain('step_note')
})

test('an effect can announce events, and a core row in its context cannot be changed', async () => {
  let isChanging = false
  const effects: Effects = {
    'order.cancel': async ({ em, order }) => {
      await announce(em, 'order.updated', { id: order.id })
      if (isChanging) Object.assign(order, { email: 'x@example.com' })
    },
  }
  await using shop = await openTestShop({ plugins: [notingPlugin(effects)], logger: silent })
  const order = await shop.given.order()
  isChanging = true
  expect((await shop.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(500)
  isChanging = false
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/cancel`))
  const [{ count } = { count: 0 }] = await shop.orm.em
    .fork()
    .execute<{ count: number }[]>(
      "select count(*)::int as count from event where name = 'order.updated' and payload->>'id' = ?",
      [order.id],
    )
  expect(count).toBe(1)
})

test('orders that share a row of a plugin wait for each other, also if the order is canceled at the same time', async () => {
  const addTo: (em: EntityManager) => Promise<void> = async (em) => {
    const [row] = await lockRows(em, StepNote, {})
    if (row) row.text = String(Number(row.text) + 1)
    else insertRow(em, StepNote, { text: '1' })
  }
  const effects: Effects = { 'cart.complete': ({ em }) => addTo(em), 'order.cancel': ({ em }) => addTo(em) }
  await using shop = await openTestShop({ plugins: [notingPlugin(effects)] })
  const region = await shop.given.region()
  const variant = await shop.given.variant({ stock: 50 })
  const order = { region, lines: [[variant, 1]] } as const
  const placed = [await shop.given.order(order)]
  for (let i = 0; i < 3; i++) placed.push(await shop.given.order(order))
  const carts = []
  for (let i = 0; i < 4; i++) carts.push(await shop.given.payableCart(order))
  const replies = await Promise.all([
    ...placed.map(({ id }) => shop.admin.post(`/admin/orders/${id}/cancel`)),
    ...carts.map((cart) => complete(shop, cart)),
  ])
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(await readNotes(shop)).toEqual(['12'])
})

test('effects run in the order of the plugins at the end of the transaction', async () => {
  const calls: string[] = []
  const note = (name: string) =>
    definePlugin({
      name,
      effects: {
        'order.cancel': () => void calls.push(`${name} cancel`),
        'order.refund': ({ refunds }) => void calls.push(`${name} refund ${refunds.length}`),
      },
    })
  await using shop = await openTestShop({ plugins: [note('a'), note('b')] })
  const order = await shop.given.order()
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/capture`))
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/cancel`))
  expect(calls).toEqual(['a refund 1', 'a cancel', 'b refund 1', 'b cancel'])
})
