import { describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { useSwapShop } from '#test/support/swap-shop.ts'

const { shop, swaps, createConfirmedSwap, changeSwap, cancelReturn } = await useSwapShop()

describe('canceling a swap', () => {
  test('canceling a swap restocks its items and cancels its payment once', async () => {
    const createdSwap = await createConfirmedSwap({ replacementPrice: 1500 })
    const text = 'Return must be canceled before the swap can be canceled'
    await expectError(swaps.send(`${createdSwap.path}/cancel`), 400, 'not_allowed', text)
    await expectSuccess(cancelReturn(createdSwap))
    const replies = await Promise.all([1, 2, 3].map(() => changeSwap(`${createdSwap.path}/cancel`)))
    for (const swap of replies)
      expect(swap).toMatchObject({
        payment_status: 'canceled',
        fulfillment_status: 'canceled',
        canceled_at: expect.any(String),
        payment: { canceled_at: expect.any(String) },
      })
    expect(await swaps.replacementStock(createdSwap)).toBe(10)
    const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${createdSwap.order.id}`))
    expect(order).toMatchObject({ payment_status: 'captured', paid_total: 1800, refundable_amount: 1800 })
    const tooMuch = swaps.send(`/admin/orders/${createdSwap.order.id}/refund`, { amount: 1801, reason: 'other' })
    await expectError(tooMuch, 400, 'not_allowed', 'Cannot refund more than the original order amount')
    for (const [path, message] of [
      ['process-payment', 'Canceled swap cannot be processed'],
      ['fulfillments', 'Canceled swap cannot be fulfilled'],
    ])
      await expectError(swaps.send(`${createdSwap.path}/${path}`, {}), 400, 'not_allowed', message as string)
  })

  test('canceling a swap refunds its captured payment', async () => {
    const createdSwap = await createConfirmedSwap({ replacementPrice: 1500 })
    await swaps.changeOrder(`${createdSwap.path}/process-payment`)
    await expectSuccess(cancelReturn(createdSwap))
    const order = await swaps.changeOrder(`${createdSwap.path}/cancel`)
    expect(order).toMatchObject({ refunded_total: 1200, refundable_amount: 1800 })
    expect(order.swaps[0]).toMatchObject({ payment_status: 'canceled', payment: { amount_refunded: 1200 } })
  })

  test('a canceled swap cannot be completed, and its items can be swapped again', async () => {
    const createdSwap = await swaps.createSwap()
    await expectSuccess(cancelReturn(createdSwap))
    await changeSwap(`${createdSwap.path}/cancel`)
    const text = 'Cart related to canceled swap cannot be completed'
    await expectError(swaps.complete(createdSwap.swap), 400, 'not_allowed', text)
    expect(await swaps.replacementStock(createdSwap)).toBe(10)
    await swaps.createSwapOf(createdSwap, { return_items: [{ item_id: createdSwap.item.id, quantity: 1 }] })
  })

  test('a swap is either confirmed or canceled by simultaneous requests', async () => {
    const createdSwap = await swaps.createSwap()
    await expectSuccess(cancelReturn(createdSwap))
    const replies = await Promise.all([swaps.complete(createdSwap.swap), swaps.send(`${createdSwap.path}/cancel`)])
    expect(replies.map(({ status }) => status)).toEqual([400, 200])
    expect(await swaps.read(createdSwap)).toMatchObject({ payment_status: 'canceled', confirmed_at: null })
    expect(await swaps.replacementStock(createdSwap)).toBe(10)
  })

  test('a swap with a refund or a fulfillment cannot be canceled', async () => {
    const refunded = await swaps.createSwap({ replacementPrice: 100 })
    await swaps.confirmSwap(refunded)
    await swaps.changeOrder(`${refunded.path}/process-payment`)
    await expectError(
      swaps.send(`${refunded.path}/cancel`),
      400,
      'not_allowed',
      'Swap with a refund cannot be canceled',
    )
    const fulfilledSwap = await createConfirmedSwap()
    await swaps.changeOrder(`${fulfilledSwap.path}/fulfillments`, {})
    const text = 'All fulfillments must be canceled before the swap can be canceled'
    await expectError(swaps.send(`${fulfilledSwap.path}/cancel`), 400, 'not_allowed', text)
  })

  test('a swap must be canceled before its order', async () => {
    const createdSwap = await swaps.createSwap()
    const path = `/admin/orders/${createdSwap.order.id}`
    const { fulfillments } = (await expectSuccess(shop.admin.get(path))).order
    await expectSuccess(cancelReturn(createdSwap))
    await swaps.changeOrder(`${path}/fulfillments/${fulfillments[0].id}/cancel`)
    const text = 'All swaps must be canceled before canceling an order'
    await expectError(swaps.send(`${path}/cancel`), 400, 'not_allowed', text)
    await swaps.changeOrder(`${createdSwap.path}/cancel`)
    expect(await swaps.changeOrder(`${path}/cancel`)).toMatchObject({ status: 'canceled' })
  })
})

test.each([1, 2, 3])('the return of a swap can be canceled while the swap is confirmed', async () => {
  const createdSwap = await swaps.createSwap()
  const [completion, cancelation] = await Promise.all([swaps.complete(createdSwap.swap), cancelReturn(createdSwap)])
  expect(cancelation.status).toBe(200)
  expect([200, 400]).toContain(completion.status)
  const isConfirmed = completion.status === 200
  expect(await swaps.read(createdSwap)).toMatchObject({
    payment_status: isConfirmed ? 'confirmed' : 'not_paid',
    confirmed_at: isConfirmed ? expect.any(String) : null,
    return_order: { status: 'canceled' },
  })
  expect(await swaps.replacementStock(createdSwap)).toBe(isConfirmed ? 9 : 10)
})
