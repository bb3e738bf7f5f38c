import { describe, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { setRequiredShipping } from '#entities/market/store/required-shipping.ts'
import { Event } from '#entities/platform/event/event.ts'
import type { Payload } from '#test/support/events.ts'
import { expectError, expectReason } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { CreatedSwap } from '#test/support/swap-actions.ts'
import { useSwapShop } from '#test/support/swap-shop.ts'

/* Fulfillments and returns of swaps. */

const { shop, swaps, createConfirmedSwap, changeSwap, cancelReturn } = await useSwapShop()
const { admin } = createShopClient({ url: shop.url, token: shop.token })

describe('the fulfillment of a swap', () => {
  test('a swap can be fulfilled once, canceled once and fulfilled again', async () => {
    const { path } = await createConfirmedSwap({ sent: 2 })
    const replies = await Promise.all([1, 2, 3].map(() => swaps.send(`${path}/fulfillments`, {})))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const [fulfilledSwap] = replies.find(({ status }) => status === 200)!.body.order.swaps
    expect(fulfilledSwap).toMatchObject({
      fulfillment_status: 'fulfilled',
      additional_items: [{ fulfilled_quantity: 2 }],
      fulfillments: [{ order_id: null, swap_id: fulfilledSwap.id, shipped_at: null }],
    })
    await expectError(swaps.send(`${path}/fulfillments`, {}), 400, 'not_allowed', 'The swap was already fulfilled')
    const cancel = `${path}/fulfillments/${fulfilledSwap.fulfillments[0].id}/cancel`
    for (const unpacked of [await changeSwap(cancel), await changeSwap(cancel)])
      expect(unpacked).toMatchObject({ fulfillment_status: 'canceled', additional_items: [{ fulfilled_quantity: 0 }] })
    expect(await changeSwap(`${path}/fulfillments`, {})).toMatchObject({ fulfillment_status: 'fulfilled' })
  })

  test('a shipped replacement item can be claimed and returned', async () => {
    const { path, order, swap } = await createConfirmedSwap({ replacementPrice: 1500, sent: 3 })
    await swaps.changeOrder(`${path}/process-payment`)
    const fulfilledSwap = await changeSwap(`${path}/fulfillments`, {})
    const [{ id: fulfillment_id }] = fulfilledSwap.fulfillments
    const shipped = await changeSwap(`${path}/shipments`, { fulfillment_id, tracking_numbers: ['A1'] })
    expect(shipped).toMatchObject({
      fulfillment_status: 'shipped',
      fulfillments: [{ shipped_at: expect.any(String), tracking_links: [{ tracking_number: 'A1' }] }],
    })
    const [{ id: item_id }] = swap.additional_items
    const item = { item_id, quantity: 1 }
    const orderPath = `/admin/orders/${order.id}`
    const claim_items = [{ ...item, reason: 'other' }]
    const { claims } = await swaps.changeOrder(`${orderPath}/claims`, { type: 'refund', claim_items })
    expect(claims).toMatchObject([{ refund_amount: 1800 }])
    const { returns } = await swaps.changeOrder(`${orderPath}/return`, { items: [item], receive_now: true })
    expect(returns).toMatchObject([{ status: 'received', refund_amount: 1800 }])
  })

  test('a swap is fulfilled only after its confirmation, with shipping and with an active return', async () => {
    await setRequiredShipping(shop.orm.em.fork(), false)
    const createdSwap = await swaps.createSwap({ ships: false })
    const text = "Cannot fulfill an swap that doesn't have shipping methods"
    const { order, swap } = createdSwap
    const fulfill = () => admin.orders.fulfillSwap.mutate({ id: order.id, swap_id: swap.id })
    await expectError(swaps.send(`${createdSwap.path}/fulfillments`, {}), 400, 'not_allowed', text)
    await expectReason(fulfill(), { name: 'swap_unconfirmed' })
    await swaps.confirmSwap(createdSwap)
    await expectError(swaps.send(`${createdSwap.path}/fulfillments`, {}), 400, 'not_allowed', text)
    await expectReason(fulfill(), { name: 'no_shipping_method' })
    await setRequiredShipping(shop.orm.em.fork(), true)
    const nothing = await swaps.createSwap({ ships: false, body: { additional_items: [] } })
    await swaps.confirmSwap(nothing)
    await expectError(swaps.send(`${nothing.path}/fulfillments`, {}), 400, 'not_allowed', text)
    await expectSuccess(cancelReturn(createdSwap))
    for (const path of ['fulfillments', 'process-payment'])
      await expectError(
        swaps.send(`${createdSwap.path}/${path}`, {}),
        400,
        'not_allowed',
        'The return of the swap is canceled. Cancel the swap and create another one.',
      )
  })

  test('a fulfillment can be accessed only through its own swap and order', async () => {
    const [one, two] = [await createConfirmedSwap(), await createConfirmedSwap()]
    const fulfilledSwap = await changeSwap(`${one.path}/fulfillments`, {})
    const [{ id }] = fulfilledSwap.fulfillments
    const foreign = `/admin/orders/${two.order.id}/swaps/${one.swap.id}`
    const of = `no swap was found with the id: ${one.swap.id} related to order: ${two.order.id}`
    await expectError(swaps.send(`${foreign}/cancel`), 404, 'not_found', of)
    const fulfillmentError = `no fulfillment was found with the id: ${id} related to swap: ${two.swap.id}`
    await expectError(swaps.send(`${two.path}/fulfillments/${id}/cancel`), 404, 'not_found', fulfillmentError)
    await expectError(
      swaps.send(`${one.path.replace(one.swap.id, 'swap_1')}/cancel`),
      404,
      'not_found',
      'Swap was not found',
    )
  })
})

describe('the return of a swap', () => {
  test('a receipt cannot exceed the requested items', async () => {
    const { item, swap } = await createConfirmedSwap({ quantity: 2, back: 1 })
    const items = [{ item_id: item.id, quantity: 2 }]
    await expectReason(admin.returns.receive.mutate({ id: swap.return_order.id, items }), {
      name: 'received_quantity_too_large',
    })
  })

  test('the return of a swap restocks items without a refund', async () => {
    const createdSwap = await createConfirmedSwap({ quantity: 2, back: 2 })
    await expectError(
      swaps.receiveReturn(createdSwap, 3),
      400,
      'not_allowed',
      'Cannot return more items than have been purchased',
    )
    const { return: back } = await expectSuccess(
      shop.admin.post(`/admin/returns/${createdSwap.swap.return_order.id}/receive`, {
        items: [{ item_id: createdSwap.item.id, quantity: 1 }],
      }),
    )
    expect(back).toMatchObject({
      status: 'received',
      swap: { id: createdSwap.swap.id },
      items: [{ requested_quantity: 2, received_quantity: 1, quantity: 2 }],
    })
    const order = (await expectSuccess(shop.admin.get(`/admin/orders/${createdSwap.order.id}`))).order
    expect(order).toMatchObject({ fulfillment_status: 'partially_returned', refunded_total: 0, returns: [] })
    const again = swaps.send(`/admin/orders/${order.id}/return`, {
      items: [{ item_id: createdSwap.item.id, quantity: 1 }],
    })
    await expectError(again, 400, 'not_allowed', 'Cannot return more items than have been purchased')
    await expectError(cancelReturn(createdSwap), 400, 'not_allowed', "Can't cancel a return which has been returned")
  })

  test('replacement items of a swap can be returned too', async () => {
    const createdSwap = await createConfirmedSwap()
    const { additional_items: sent } = await changeSwap(`${createdSwap.path}/fulfillments`, {})
    await expectSuccess(swaps.receiveReturn(createdSwap))
    const order = await swaps.changeOrder(`/admin/orders/${createdSwap.order.id}/return`, {
      items: [{ item_id: sent[0].id, quantity: 1 }],
      receive_now: true,
    })
    expect(order).toMatchObject({ fulfillment_status: 'returned', refunded_total: sent[0].total })
  })

  test('the return of a swap accepts no refund amount', async () => {
    const createdSwap = await createConfirmedSwap()
    const path = `/admin/returns/${createdSwap.swap.return_order.id}/receive`
    const body = { items: [{ item_id: createdSwap.item.id, quantity: 1 }], refund: 10 }
    await expectError(
      swaps.send(path, body),
      400,
      'not_allowed',
      'The swap refunds the items of this return. Receive the return without a refund.',
    )
  })

  test('the return of a swap cannot be canceled after a refund or a fulfillment', async () => {
    const refunded = await swaps.createSwap({ replacementPrice: 100 })
    await swaps.confirmSwap(refunded)
    await swaps.changeOrder(`${refunded.path}/process-payment`)
    const text = 'The return of a swap with a refund cannot be canceled'
    await expectError(cancelReturn(refunded), 400, 'not_allowed', text)
    const fulfilledSwap = await createConfirmedSwap()
    await swaps.changeOrder(`${fulfilledSwap.path}/fulfillments`, {})
    const under = 'All fulfillments of the swap must be canceled before its return can be canceled'
    await expectError(cancelReturn(fulfilledSwap), 400, 'not_allowed', under)
  })

  test('a swap with a canceled return cannot be captured', async () => {
    const createdSwap = await createConfirmedSwap({ replacementPrice: 1500 })
    const { id } = (await swaps.read(createdSwap)).payment
    await expectSuccess(cancelReturn(createdSwap))
    const capture = swaps.send(`/admin/payments/${id}/capture`)
    await expectError(
      capture,
      400,
      'not_allowed',
      'The return of the swap is canceled. Cancel the swap and create another one.',
    )
    const other = await createConfirmedSwap({ replacementPrice: 1500 })
    const { payment } = await swaps.read(other)
    await expectSuccess(swaps.send(`/admin/payments/${payment.id}/capture`))
    expect(await swaps.read(other)).toMatchObject({ payment_status: 'captured' })
  })
})

test('a swap records events for its changes but not for rejected requests', async () => {
  const createdSwap = await createConfirmedSwap({ replacementPrice: 1500 })
  await swaps.changeOrder(`${createdSwap.path}/process-payment`)
  await swaps.changeOrder(`${createdSwap.path}/process-payment`)
  const { fulfillments } = await changeSwap(`${createdSwap.path}/fulfillments`, {})
  const [{ id: fulfillment_id }] = fulfillments
  await swaps.send(`${createdSwap.path}/fulfillments`, {})
  await swaps.changeOrder(`${createdSwap.path}/shipments`, { fulfillment_id })
  await expectSuccess(swaps.receiveReturn(createdSwap))
  const less = await swaps.createSwap({ replacementPrice: 100, body: { no_notification: true } })
  await swaps.confirmSwap(less)
  await swaps.changeOrder(`${less.path}/process-payment`)

  const events = await shop.orm.em.fork().find(Event, {}, { orderBy: { id: 'asc' } })
  const event = ({ swap, order }: CreatedSwap) =>
    events
      .filter(({ name, payload }) => [swap.id, order.id].some((id) => id === payload.id) && name.includes('swap'))
      .map(({ name, payload: { id: _, ...rest } }) => [name, rest] as const)
  const plain = { no_notification: null }
  expect(event(createdSwap)).toEqual([
    ['swap.created', plain],
    ['order.swap_created', { swap_id: createdSwap.swap.id, ...plain }],
    ['swap.payment_completed', plain],
    ['swap.payment_captured', plain],
    ['swap.fulfillment_created', { fulfillment_id, ...plain }],
    ['swap.shipment_created', { fulfillment_id, ...plain }],
    ['swap.received', { order_id: createdSwap.order.id, ...plain }],
  ])
  expect(event(less).map(([name, rest]) => [name, (rest as Payload).no_notification])).toEqual([
    ['swap.created', true],
    ['order.swap_created', true],
    ['swap.payment_completed', true],
    ['swap.refund_processed', true],
  ])
})
