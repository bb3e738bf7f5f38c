import { describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { useSwapShop } from '#test/support/swap-shop.ts'

const { shop, swaps, createConfirmedSwap, changeSwap, cancelReturn } = await useSwapShop()

describe('a swap is canceled', () => {
  test('with its pieces in stock again and its payment let go of, once', async () => {
    const made = await createConfirmedSwap({ replacementPrice: 1500 })
    const text = 'Return must be canceled before the swap can be canceled'
    await expectError(swaps.send(`${made.path}/cancel`), 400, 'not_allowed', text)
    await expectSuccess(cancelReturn(made))
    const replies = await Promise.all([1, 2, 3].map(() => changeSwap(`${made.path}/cancel`)))
    for (const swap of replies)
      expect(swap).toMatchObject({
        payment_status: 'canceled',
        fulfillment_status: 'canceled',
        canceled_at: expect.any(String),
        payment: { canceled_at: expect.any(String) },
      })
    expect(await swaps.replacementStock(made)).toBe(10)
    const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${made.order.id}`))
    expect(order).toMatchObject({ payment_status: 'captured', paid_total: 1800, refundable_amount: 1800 })
    const tooMuch = swaps.send(`/admin/orders/${made.order.id}/refund`, { amount: 1801, reason: 'other' })
    await expectError(tooMuch, 400, 'not_allowed', 'Cannot refund more than the original order amount')
    for (const [path, said] of [
      ['process-payment', 'Canceled swap cannot be processed'],
      ['fulfillments', 'Canceled swap cannot be fulfilled'],
    ])
      await expectError(swaps.send(`${made.path}/${path}`, {}), 400, 'not_allowed', said as string)
  })

  test('with what was captured for it given back', async () => {
    const made = await createConfirmedSwap({ replacementPrice: 1500 })
    await swaps.changeOrder(`${made.path}/process-payment`)
    await expectSuccess(cancelReturn(made))
    const order = await swaps.changeOrder(`${made.path}/cancel`)
    expect(order).toMatchObject({ refunded_total: 1200, refundable_amount: 1800 })
    expect(order.swaps[0]).toMatchObject({ payment_status: 'canceled', payment: { amount_refunded: 1200 } })
  })

  test('before its customer confirms it, who cannot any more; the pieces may be exchanged anew', async () => {
    const made = await swaps.createSwap()
    await expectSuccess(cancelReturn(made))
    await changeSwap(`${made.path}/cancel`)
    const text = 'Cart related to canceled swap cannot be completed'
    await expectError(swaps.complete(made.swap), 400, 'not_allowed', text)
    expect(await swaps.replacementStock(made)).toBe(10)
    await swaps.createSwapOf(made, { return_items: [{ item_id: made.item.id, quantity: 1 }] })
  })

  test('or confirmed, whichever comes first', async () => {
    const made = await swaps.createSwap()
    await expectSuccess(cancelReturn(made))
    const replies = await Promise.all([swaps.complete(made.swap), swaps.send(`${made.path}/cancel`)])
    expect(replies.map(({ status }) => status)).toEqual([400, 200])
    expect(await swaps.read(made)).toMatchObject({ payment_status: 'canceled', confirmed_at: null })
    expect(await swaps.replacementStock(made)).toBe(10)
  })

  test('not once it gave money back, or while its parcels are', async () => {
    const refunded = await swaps.createSwap({ replacementPrice: 100 })
    await swaps.confirmSwap(refunded)
    await swaps.changeOrder(`${refunded.path}/process-payment`)
    await expectError(
      swaps.send(`${refunded.path}/cancel`),
      400,
      'not_allowed',
      'Swap with a refund cannot be canceled',
    )
    const packed = await createConfirmedSwap()
    await swaps.changeOrder(`${packed.path}/fulfillments`, {})
    const text = 'All fulfillments must be canceled before the swap can be canceled'
    await expectError(swaps.send(`${packed.path}/cancel`), 400, 'not_allowed', text)
  })

  test('before its order', async () => {
    const made = await swaps.createSwap()
    const path = `/admin/orders/${made.order.id}`
    const { fulfillments } = (await expectSuccess(shop.admin.get(path))).order
    await expectSuccess(cancelReturn(made))
    await swaps.changeOrder(`${path}/fulfillments/${fulfillments[0].id}/cancel`)
    const text = 'All swaps must be canceled before canceling an order'
    await expectError(swaps.send(`${path}/cancel`), 400, 'not_allowed', text)
    await swaps.changeOrder(`${made.path}/cancel`)
    expect(await swaps.changeOrder(`${path}/cancel`)).toMatchObject({ status: 'canceled' })
  })
})

test.each([1, 2, 3])('the return of a swap is canceled whether it is confirmed before or not at all', async () => {
  const made = await swaps.createSwap()
  const [done, back] = await Promise.all([swaps.complete(made.swap), cancelReturn(made)])
  expect(back.status).toBe(200)
  expect([200, 400]).toContain(done.status)
  const isConfirmed = done.status === 200
  expect(await swaps.read(made)).toMatchObject({
    payment_status: isConfirmed ? 'confirmed' : 'not_paid',
    confirmed_at: isConfirmed ? expect.any(String) : null,
    return_order: { status: 'canceled' },
  })
  expect(await swaps.replacementStock(made)).toBe(isConfirmed ? 9 : 10)
})
