import { expect, test } from 'vitest'
import { definePlugin, type Rules } from '#server/plugin/plugin.ts'
import { defaultRequestBounds } from '#server/settings/bounds.ts'
import { openTestShop, type TestShopOptions } from '#test/support/shop.ts'

const SECONDS_IF_LOCKED = 20_000

const openShop = (rules: Rules) => {
  const options: TestShopOptions = {
    plugins: [definePlugin({ name: 'hanging', rules })],
    config: { bounds: { ...defaultRequestBounds, answerTimeout: 1500 } },
    timeouts: { wait: SECONDS_IF_LOCKED, statement: SECONDS_IF_LOCKED },
  }
  return openTestShop(options)
}

test.each([
  ['never settles', () => new Promise<void>(() => {})],
  ['waits for the end of the request', ({ signal }: { signal: AbortSignal }) => untilAborted(signal)],
])('a rule that %s ends with its request and keeps no lock and no connection', async (_, rule) => {
  let hangs = true
  await using shop = await openShop({ 'cart.complete': (context) => (hangs ? rule(context) : undefined) })
  const variant = await shop.given.variant({ stock: 50 })
  const carts = []
  for (let i = 0; i < 11; i++) carts.push(await shop.given.payableCart({ lines: [[variant, 1]] }))
  const last = carts.pop()
  const replies = await Promise.all(carts.map(({ id }) => shop.post(`/store/carts/${id}/complete`)))
  expect(replies.map(({ status }) => status)).toEqual(carts.map(() => 503))
  hangs = false
  const began = performance.now()
  expect((await shop.post(`/store/carts/${last?.id}/complete`)).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(SECONDS_IF_LOCKED / 2)
  for (const { id } of carts) expect((await shop.get(`/store/carts/${id}`)).body.cart.completed_at).toBeNull()
})

test('a rule that resumes after its request changes nothing', async () => {
  const resumed = Promise.withResolvers<void>()
  let calls = 0
  await using shop = await openShop({
    'order.cancel': () => (calls++ === 0 ? resumed.promise : undefined),
  })
  const order = await shop.given.order()
  expect((await shop.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(503)
  resumed.resolve()
  expect((await shop.admin.get(`/admin/orders/${order.id}`)).body.order.status).toBe('pending')
  expect((await shop.admin.post(`/admin/orders/${order.id}/cancel`)).body.order.status).toBe('canceled')
})

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
