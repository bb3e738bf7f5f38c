import { afterEach, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { useRemoteBank } from '#test/support/remote-bank.ts'
import type { CreatedSwap } from '#test/support/swap-actions.ts'
import { useSwapShop } from '#test/support/swap-shop.ts'

/* Swaps whose difference is taken, or given back, by a provider over the network. */

const remote = await useRemoteBank(useSwapShop)
const { shop, bank, swaps, rows, violations, runPendingJobs, recover, paymentsOf, refundsOf } = remote
afterEach(recover)

const settleUp = ({ path }: CreatedSwap) => swaps.send(`${path}/process-payment`)
const remember = (sql: string, { order }: CreatedSwap) => rows(sql, [order.id])

test('a difference is authorised once, and captured once, whatever becomes of the answers', async () => {
  const made = await swaps.createSwap({ replacementPrice: 1500 })
  const cart = `/store/carts/${made.swap.cart_id}`
  await expectSuccess(shop.post(`${cart}/payment-sessions`))
  await expectSuccess(shop.post(`${cart}/payment-sessions/${bank.id}`, { data: { card: 'lost' } }))
  expect((await swaps.complete(made.swap)).status).toBe(409)
  const done = await Promise.all([1, 2, 3].map(() => expectSuccess(swaps.complete(made.swap))))
  expect(done.map(({ type }) => type)).toEqual(['swap', 'swap', 'swap'])
  expect(paymentsOf(made.swap)).toMatchObject([{ amount: 600, status: 'authorized' }])

  bank.isDown = true
  expect((await settleUp(made)).status).toBe(409)
  expect(await swaps.read(made)).toMatchObject({ payment_status: 'awaiting' })
  bank.isDown = false
  await Promise.all([1, 2].map(() => expectSuccess(settleUp(made))))
  expect(paymentsOf(made.swap)).toMatchObject([{ status: 'captured' }])
  expect(await swaps.read(made)).toMatchObject({ payment_status: 'captured' })
})

test('a difference that cannot be captured waits for somebody, the order does not', async () => {
  const made = await swaps.createSwap({ replacementPrice: 1500 })
  await swaps.confirmSwap(made)
  await remember(
    `update payment set data = data || '{"later":"uncapturable"}' where order_id = ? and swap_id <> ''`,
    made,
  )
  await expectError(settleUp(made), 400, 'invalid_data', 'The card has expired')
  const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${made.order.id}`))
  expect(order).toMatchObject({ payment_status: 'captured', swaps: [{ payment_status: 'requires_action' }] })
  await remember(`update payment set data = data - 'later' where order_id = ?`, made)
  await expectSuccess(settleUp(made))
  expect(await swaps.read(made)).toMatchObject({ payment_status: 'captured' })
})

test('a difference is given back once, when the provider has answered', async () => {
  const made = await swaps.createSwap({ replacementPrice: 400 })
  await swaps.confirmSwap(made)
  bank.isDown = true
  await Promise.all([1, 2, 3].map(() => expectSuccess(settleUp(made))))
  expect(await swaps.read(made)).toMatchObject({ payment_status: 'awaiting' })
  bank.isDown = false
  for (let i = 0; i < 2; i++) await runPendingJobs()
  expect(await swaps.read(made)).toMatchObject({ payment_status: 'difference_refunded' })
  expect(refundsOf(made.order)).toEqual([720])
})

test('a difference that cannot be given back waits for somebody, the order does not; it is then given back once', async () => {
  const made = await swaps.createSwap({ replacementPrice: 400 })
  await swaps.confirmSwap(made)
  await remember(`update payment set data = data || '{"later":"unrefundable"}' where order_id = ?`, made)
  await expectSuccess(settleUp(made))
  await runPendingJobs()
  const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${made.order.id}`))
  expect(order).toMatchObject({ payment_status: 'captured', swaps: [{ payment_status: 'requires_action' }] })
  await remember(`update payment set data = data - 'later' where order_id = ?`, made)
  await expectSuccess(settleUp(made))
  await runPendingJobs()
  expect(await swaps.read(made)).toMatchObject({ payment_status: 'difference_refunded' })
  expect(refundsOf(made.order)).toEqual([720])
})

test('what was authorised for a swap that cannot be confirmed any more is let go of', async () => {
  const made = await swaps.createSwap({ replacementPrice: 1500 })
  const cart = `/store/carts/${made.swap.cart_id}`
  await expectSuccess(shop.post(`${cart}/payment-sessions`))
  await expectSuccess(shop.post(`${cart}/payment-sessions/${bank.id}`, { data: { card: 'lost' } }))
  expect((await swaps.complete(made.swap)).status).toBe(409)
  await expectSuccess(swaps.send(`/admin/returns/${made.swap.return_order.id}/cancel`))
  await expectSuccess(swaps.send(`${made.path}/cancel`))
  const text = 'Cart related to canceled swap cannot be completed'
  await expectError(swaps.complete(made.swap), 400, 'not_allowed', text)
  expect(paymentsOf(made.swap)).toMatchObject([{ status: 'canceled' }])
})

test('what was captured for a canceled swap and cannot be given back makes its order wait, until that gives it back', async () => {
  const made = await swaps.createSwap({ replacementPrice: 1500 })
  await swaps.confirmSwap(made)
  await expectSuccess(settleUp(made))
  await expectSuccess(swaps.send(`/admin/returns/${made.swap.return_order.id}/cancel`))
  await remember(`update payment set data = data || '{"later":"unrefundable"}' where order_id = ?`, made)
  await expectSuccess(swaps.send(`${made.path}/cancel`))
  await runPendingJobs()
  const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${made.order.id}`))
  expect(order).toMatchObject({ payment_status: 'requires_action', swaps: [{ payment_status: 'canceled' }] })
  expect(await violations()).toEqual([])
  await remember(`update payment set data = data - 'later' where order_id = ?`, made)
  await expectSuccess(swaps.send(`/admin/orders/${made.order.id}/refund`, { amount: 600, reason: 'other' }))
  await runPendingJobs()
  const after = (await expectSuccess(shop.admin.get(`/admin/orders/${made.order.id}`))).order
  expect(after).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 600 })
  expect([...refundsOf(made.order), ...refundsOf(made.swap)]).toEqual([600])
})
