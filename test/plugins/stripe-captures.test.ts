import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant } from '#test/support/order-edit-shop.ts'
import { paymentCollectionActions } from '#test/support/payment-collection-actions.ts'
import type { Identified } from '#test/support/resources.ts'
import { useStripeShop } from '#test/support/stripe-shop.ts'

const used = await useStripeShop()
const { shop, fake, account, orders, edits, runAllJobs, placePaidOrder, send } = used
const money = paymentCollectionActions(used)

async function changeQuantity(order: Identified, variant: Identified, quantity: number): Promise<void> {
  const edit = await edits.begin(order)
  await edits.change(edit, lineOfVariant(edit, variant), quantity)
  await edits.act(edit, 'confirm')
}

/** Two units cost 2400. */
async function placeLoweredOrder(options?: Parameters<typeof placePaidOrder>[0]) {
  const placed = await placePaidOrder(options)
  await changeQuantity(placed.order, placed.variant, 1)
  return placed
}

const reasonsOf = async ({ id }: Identified): Promise<string[]> => {
  const { attention } = await expectSuccess(shop.admin.get('/admin/statistics/attention'))
  return attention.filter(({ orders: waiting }) => waiting.some((order) => order.id === id)).map(({ reason }) => reason)
}

test('the capture of a lowered order takes what the order costs, and Stripe releases the rest', async () => {
  const { order, intent } = await placeLoweredOrder()
  expect(await orders.act(order, 'capture')).toMatchObject({
    payment_status: 'captured',
    paid_total: 1200,
    refundable_amount: 1200,
    difference_due: 0,
    payments: [{ amount: 1200, data: { amount_received: 1200 } }],
  })
  await send('charge.refunded', account.chargeOf(intent))
  await send('payment_intent.succeeded', intent)
  await runAllJobs()
  expect(await orders.readOrder(order)).toMatchObject({ paid_total: 1200, refunded_total: 0, difference_due: 0 })
  expect(await reasonsOf(order)).not.toContain('to_refund')
  expect(await orders.act(order, 'refund', { amount: 1200, reason: 'other' })).toMatchObject({
    payment_status: 'refunded',
  })
})

test.each([
  'hang',
  'outage',
  'late',
  'lose',
] as const)('a capture with the fault %s is repeated with the same amount, although the order costs less by then', async (fault) => {
  const second = await shop.given.variant({ prices: [500] })
  const first = await shop.given.variant({ stock: 9 })
  const { order, intent } = await placePaidOrder({
    lines: [
      [first, 2],
      [second, 2],
    ],
  })
  await changeQuantity(order, second, 1)
  fake.fault = fault
  expect((await orders.send(order, 'capture')).status).toBe(409)
  await fake.settle()
  fake.fault = undefined
  await changeQuantity(order, first, 1)
  if (fault === 'lose') await send('payment_intent.succeeded', intent)
  await runAllJobs()
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 3000 })
  expect(await orders.readOrder(order)).toMatchObject({ paid_total: 3000, difference_due: -1200 })
  expect(await reasonsOf(order)).toContain('to_refund')
})

test('a refused capture is repeated with the amount of the order at that time', async () => {
  const { order, intent, variant } = await placePaidOrder()
  intent.status = 'processing'
  expect((await orders.send(order, 'capture')).status).toBe(400)
  intent.status = 'requires_capture'
  await changeQuantity(order, variant, 1)
  expect(await orders.act(order, 'capture')).toMatchObject({ payment_status: 'captured', paid_total: 1200 })
})

test('a capture of 0 cancels the intent, also if the response is lost', async () => {
  for (const fault of [undefined, 'lose'] as const) {
    const free = await shop.given.variant({ prices: [0] })
    const variant = await shop.given.variant({ stock: 9 })
    const { order, intent } = await placePaidOrder({
      lines: [
        [variant, 1],
        [free, 1],
      ],
    })
    const edit = await edits.begin(order)
    await edits.remove(edit, lineOfVariant(edit, variant))
    await edits.act(edit, 'confirm')
    fake.fault = fault
    expect((await orders.send(order, 'capture')).status).toBe(fault ? 409 : 200)
    fake.fault = undefined
    await send('payment_intent.canceled', intent)
    await runAllJobs()
    expect(intent.status).toBe('canceled')
    expect(await orders.readOrder(order)).toMatchObject({
      payment_status: 'captured',
      paid_total: 0,
      difference_due: 0,
    })
  }
})

test('a method that captures at once takes the whole payment, and the shop owes the difference', async () => {
  const { order } = await placeLoweredOrder({ provider_id: 'stripe-ideal' })
  await runAllJobs()
  expect(await orders.act(order, 'capture')).toMatchObject({ paid_total: 2400, difference_due: -1200 })
  expect(await reasonsOf(order)).toContain('to_refund')
  expect(await orders.act(order, 'refund', { amount: 1200, reason: 'other' })).toMatchObject({ difference_due: 0 })
})

test('an order that was raised captures the authorized amount, and the customer owes the rest', async () => {
  const { order, variant } = await placePaidOrder()
  await changeQuantity(order, variant, 3)
  expect(await orders.act(order, 'capture')).toMatchObject({
    payment_status: 'awaiting',
    paid_total: 2400,
    difference_due: 1200,
  })
  expect(await reasonsOf(order)).toContain('to_collect')
})

test('several payments are captured up to the cost of the order, the oldest first', async () => {
  const { edit, order, first } = await money.requestEdit()
  const [session] = (await money.payBy(edit, 'stripe')).payment_sessions
  account.pay(session!.data.client_secret)
  await expectSuccess(money.authorizeAll(edit, await money.read(edit)))
  await edits.act(edit, 'confirm')
  const [line] = (await orders.readOrder(order)).items.filter(({ variant_id }) => variant_id !== first.id)
  const lowering = await edits.begin(order)
  await edits.remove(lowering, lineOfVariant(lowering, { id: line!.variant_id }))
  await edits.act(lowering, 'confirm')
  expect(await orders.act(order, 'capture')).toMatchObject({
    total: 4200,
    paid_total: 4200,
    difference_due: 0,
    payment_status: 'captured',
    payments: [{ amount: 3600 }, { amount: 600 }],
  })
})

test('the payment of a swap that the dashboard captured in part requires action', async () => {
  const { order, variant } = await placePaidOrder()
  await orders.act(order, 'capture')
  const items = [{ item_id: order.items[0]!.id, quantity: 1 }]
  await orders.act(order, 'fulfillment', { items })
  const additional_items = [{ variant_id: variant.id, quantity: 2 }]
  const swapped = await orders.act(order, 'swaps', { return_items: items, additional_items })
  const { cart_id } = swapped.swaps[0]!
  await shop.given.chooseShipping({ id: cart_id, region_id: order.region_id })
  await expectSuccess(shop.post(`/store/carts/${cart_id}/payment-sessions`))
  await used.selectProvider({ id: cart_id })
  const intent = await used.pay({ id: cart_id })
  await expectSuccess(used.completeCart({ id: cart_id }))
  account.capture(intent, { amount_to_capture: 900 })
  await send('charge.refunded', account.chargeOf(intent))
  await send('payment_intent.succeeded', intent)
  await runAllJobs()
  const { swaps } = await orders.readOrder(order)
  expect(swaps).toMatchObject([{ payment_status: 'requires_action', difference_due: 1200 }])
})
