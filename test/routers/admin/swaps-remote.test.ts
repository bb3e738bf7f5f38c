import { afterEach, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { useRemoteBank } from '#test/support/remote-bank.ts'
import type { CreatedSwap } from '#test/support/swap-actions.ts'
import { useSwapShop } from '#test/support/swap-shop.ts'

/* Swaps whose difference is captured or refunded by a payment provider over a network. */

const remote = await useRemoteBank(useSwapShop)
const { shop, bank, swaps, setLater, violations, runPendingJobs, recover, paymentsOf, refundsOf } = remote
afterEach(recover)

const processPayment = ({ path }: CreatedSwap) => swaps.send(`${path}/process-payment`)
const setLaterOfAll = ({ order, swap }: CreatedSwap, later?: 'unrefundable') => {
  for (const paid of [order, swap]) setLater(paid, later)
}

test('the difference of a swap is authorized and captured once despite lost responses', async () => {
  const createdSwap = await swaps.createSwap({ replacementPrice: 1500 })
  const cart = `/store/carts/${createdSwap.swap.cart_id}`
  await expectSuccess(shop.post(`${cart}/payment-sessions`))
  await expectSuccess(shop.post(`${cart}/payment-sessions/${bank.id}`, { data: { card: 'lost' } }))
  expect((await swaps.complete(createdSwap.swap)).status).toBe(409)
  const completions = await Promise.all([1, 2, 3].map(() => expectSuccess(swaps.complete(createdSwap.swap))))
  expect(completions.map(({ type }) => type)).toEqual(['swap', 'swap', 'swap'])
  expect(paymentsOf(createdSwap.swap)).toMatchObject([{ amount: 600, status: 'authorized' }])

  bank.isDown = true
  expect((await processPayment(createdSwap)).status).toBe(409)
  expect(await swaps.read(createdSwap)).toMatchObject({ payment_status: 'awaiting' })
  bank.isDown = false
  await Promise.all([1, 2].map(() => expectSuccess(processPayment(createdSwap))))
  expect(paymentsOf(createdSwap.swap)).toMatchObject([{ status: 'captured' }])
  expect(await swaps.read(createdSwap)).toMatchObject({ payment_status: 'captured' })
})

test('a failed capture of the difference changes the status of the swap but not of the order', async () => {
  const createdSwap = await swaps.createSwap({ replacementPrice: 1500 })
  await swaps.confirmSwap(createdSwap)
  setLater(createdSwap.swap, 'uncapturable')
  await expectError(processPayment(createdSwap), 400, 'invalid_data', 'The card has expired')
  const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${createdSwap.order.id}`))
  expect(order).toMatchObject({ payment_status: 'captured', swaps: [{ payment_status: 'requires_action' }] })
  setLaterOfAll(createdSwap)
  await expectSuccess(processPayment(createdSwap))
  expect(await swaps.read(createdSwap)).toMatchObject({ payment_status: 'captured' })
})

test('the difference of a swap is refunded once the provider responds', async () => {
  const createdSwap = await swaps.createSwap({ replacementPrice: 400 })
  await swaps.confirmSwap(createdSwap)
  bank.isDown = true
  await Promise.all([1, 2, 3].map(() => expectSuccess(processPayment(createdSwap))))
  expect(await swaps.read(createdSwap)).toMatchObject({ payment_status: 'awaiting' })
  bank.isDown = false
  for (let i = 0; i < 2; i++) await runPendingJobs()
  expect(await swaps.read(createdSwap)).toMatchObject({ payment_status: 'difference_refunded' })
  expect(refundsOf(createdSwap.order)).toEqual([720])
})

test('a failed refund of the difference changes the status of the swap and can be repeated', async () => {
  const createdSwap = await swaps.createSwap({ replacementPrice: 400 })
  await swaps.confirmSwap(createdSwap)
  setLaterOfAll(createdSwap, 'unrefundable')
  await expectSuccess(processPayment(createdSwap))
  await runPendingJobs()
  const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${createdSwap.order.id}`))
  expect(order).toMatchObject({ payment_status: 'captured', swaps: [{ payment_status: 'requires_action' }] })
  setLaterOfAll(createdSwap)
  await expectSuccess(processPayment(createdSwap))
  await runPendingJobs()
  expect(await swaps.read(createdSwap)).toMatchObject({ payment_status: 'difference_refunded' })
  expect(refundsOf(createdSwap.order)).toEqual([720])
})

test('the authorization of a swap that cannot be confirmed is canceled', async () => {
  const createdSwap = await swaps.createSwap({ replacementPrice: 1500 })
  const cart = `/store/carts/${createdSwap.swap.cart_id}`
  await expectSuccess(shop.post(`${cart}/payment-sessions`))
  await expectSuccess(shop.post(`${cart}/payment-sessions/${bank.id}`, { data: { card: 'lost' } }))
  expect((await swaps.complete(createdSwap.swap)).status).toBe(409)
  await expectSuccess(swaps.send(`/admin/returns/${createdSwap.swap.return_order.id}/cancel`))
  await expectSuccess(swaps.send(`${createdSwap.path}/cancel`))
  const text = 'Cart related to canceled swap cannot be completed'
  await expectError(swaps.complete(createdSwap.swap), 400, 'not_allowed', text)
  expect(paymentsOf(createdSwap.swap)).toMatchObject([{ status: 'canceled' }])
})

test('a failed refund of a canceled swap changes the status of its order until it succeeds', async () => {
  const createdSwap = await swaps.createSwap({ replacementPrice: 1500 })
  await swaps.confirmSwap(createdSwap)
  await expectSuccess(processPayment(createdSwap))
  await expectSuccess(swaps.send(`/admin/returns/${createdSwap.swap.return_order.id}/cancel`))
  setLaterOfAll(createdSwap, 'unrefundable')
  await expectSuccess(swaps.send(`${createdSwap.path}/cancel`))
  await runPendingJobs()
  const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${createdSwap.order.id}`))
  expect(order).toMatchObject({ payment_status: 'requires_action', swaps: [{ payment_status: 'canceled' }] })
  expect(await violations()).toEqual([])
  setLaterOfAll(createdSwap)
  await expectSuccess(swaps.send(`/admin/orders/${createdSwap.order.id}/refund`, { amount: 600, reason: 'other' }))
  await runPendingJobs()
  const after = (await expectSuccess(shop.admin.get(`/admin/orders/${createdSwap.order.id}`))).order
  expect(after).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 600 })
  expect([...refundsOf(createdSwap.order), ...refundsOf(createdSwap.swap)]).toEqual([600])
})
