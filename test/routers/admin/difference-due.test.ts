import { describe, expect, test } from 'vitest'
import { Refund } from '#entities/cart/payment/refund.ts'
import { Order } from '#entities/orders/order/order.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import { paymentCollectionActions } from '#test/support/payment-collection-actions.ts'
import type { Identified } from '#test/support/resources.ts'

const editShop = await useOrderEditShop()
const { shop, region, orders, edits, placeEditableOrder } = editShop
const money = paymentCollectionActions(editShop)

/** Places an order of 3600 and confirms an edit of its first line (2 at 1200) to another quantity. */
async function placeEditedOrder(quantity: number, { captured }: { captured: boolean }) {
  const { order, first } = await placeEditableOrder()
  if (captured) await orders.act(order, 'capture')
  await changeQuantity(order, first, quantity)
  return { order, first }
}

async function changeQuantity(order: Identified, variant: Identified, quantity: number): Promise<void> {
  const edit = await edits.begin(order)
  await edits.change(edit, lineOfVariant(edit, variant), quantity)
  await edits.act(edit, 'confirm')
}

async function requestQuantity(order: Identified, variant: Identified, quantity: number) {
  const edit = await edits.begin(order)
  await edits.change(edit, lineOfVariant(edit, variant), quantity)
  return edits.act(edit, 'request')
}

const reasonsOf = async ({ id }: Identified): Promise<string[]> => {
  const { attention } = await expectSuccess(shop.admin.get('/admin/statistics/attention'))
  return attention.filter(({ orders: waiting }) => waiting.some((order) => order.id === id)).map(({ reason }) => reason)
}

describe('the difference of an edited order', () => {
  test('the shop owes the difference of an edit that lowered a captured order, until its refund', async () => {
    const { order } = await placeEditedOrder(1, { captured: true })
    expect(await orders.readOrder(order)).toMatchObject({
      total: 2400,
      difference_due: -1200,
      payment_status: 'captured',
    })
    expect(await reasonsOf(order)).toContain('to_refund')
    const partly = await orders.act(order, 'refund', { amount: 500, reason: 'other' })
    expect(partly).toMatchObject({ difference_due: -700, payment_status: 'partially_refunded' })
    expect(await orders.act(order, 'refund', { amount: 900, reason: 'other' })).toMatchObject({ difference_due: 0 })
    expect(await reasonsOf(order)).not.toContain('to_refund')
  })

  test('an archived order needs attention while the shop owes money, but not while its customer does', async () => {
    const archive = async (order: Identified) => {
      await orders.act(order, 'complete')
      await orders.act(order, 'archive')
    }
    const { order: overpaid } = await placeEditedOrder(1, { captured: true })
    const { order: underpaid } = await placeEditedOrder(3, { captured: true })
    expect(await reasonsOf(underpaid)).toContain('to_collect')
    await archive(overpaid)
    await archive(underpaid)
    expect(await reasonsOf(overpaid)).toEqual(['to_refund'])
    expect(await reasonsOf(underpaid)).toEqual([])
    await orders.act(overpaid, 'refund', { amount: 1200, reason: 'other' })
    expect(await reasonsOf(overpaid)).toEqual([])
    await changeRows(shop, Order, { id: underpaid.id }, { payment_status: 'requires_action' })
    expect(await reasonsOf(underpaid)).toEqual(['payment_action'])
  })

  test('the capture of an order that an edit lowered takes what the order costs', async () => {
    const { order } = await placeEditedOrder(1, { captured: false })
    expect(await orders.readOrder(order)).toMatchObject({ difference_due: 0, payment_status: 'awaiting' })
    const captured = await orders.act(order, 'capture')
    expect(captured).toMatchObject({
      total: 2400,
      paid_total: 2400,
      refundable_amount: 2400,
      difference_due: 0,
      payment_status: 'captured',
      payments: [{ amount: 2400, data: { status: 'captured' } }],
    })
    expect(await reasonsOf(order)).not.toContain('to_refund')
    await expectError(
      orders.send(order, 'refund', { amount: 2401, reason: 'other' }),
      400,
      'not_allowed',
      'Cannot refund more than the original order amount',
    )
    expect(await orders.act(order, 'refund', { amount: 2400, reason: 'other' })).toMatchObject({
      refunded_total: 2400,
      payment_status: 'refunded',
    })
  })

  test('an order that is raised after its reduced capture awaits the rest', async () => {
    const { order, first } = await placeEditedOrder(1, { captured: false })
    await orders.act(order, 'capture')
    await changeQuantity(order, first, 2)
    expect(await orders.readOrder(order)).toMatchObject({
      total: 3600,
      paid_total: 2400,
      difference_due: 1200,
      payment_status: 'awaiting',
    })
  })

  test('the capture takes what the order costs from the payments of edits too', async () => {
    const { order, first } = await placeEditableOrder()
    const edit = await requestQuantity(order, first, 6)
    await expectSuccess(money.authorizeAll(edit, await money.payBy(edit, 'manual')))
    await edits.act(edit, 'confirm')
    const lowered = await edits.begin(order)
    await edits.remove(lowered, lineOfVariant(lowered, first))
    await edits.act(lowered, 'confirm')
    expect(await orders.act(order, 'capture')).toMatchObject({
      total: 1200,
      paid_total: 1200,
      difference_due: 0,
      payment_status: 'captured',
      payments: [{ amount: 1200 }, { amount: 0 }],
    })
    expect(await money.read(edit)).toMatchObject({ amount: 4800, authorized_amount: 4800, status: 'authorized' })
  })

  test.each([
    ['the authorized payments', false],
    ['the captured payments', true],
  ])('an edit collects only what %s do not cover', async (_, captured) => {
    const { order, first } = await placeEditedOrder(1, { captured })
    const covered = await requestQuantity(order, first, 2)
    expect(covered).toMatchObject({ difference_due: 1200, payment_collection_id: null })
    await expectSuccess(edits.answerAsCustomer(covered, 'complete', {}))
    expect(await orders.readOrder(order)).toMatchObject({ total: 3600, difference_due: 0 })
    await changeQuantity(order, first, 1)
    const edit = await requestQuantity(order, first, 4)
    expect(edit).toMatchObject({ difference_due: 3600, payment_collection: { amount: 2400 } })
    await expectSuccess(money.authorizeAll(edit, await money.payBy(edit, 'manual')))
    await expectSuccess(edits.answerAsCustomer(edit, 'complete', {}))
    expect(await orders.act(order, 'capture')).toMatchObject({ total: 6000, paid_total: 6000, difference_due: 0 })
  })

  test('the return of all goods after a reduced capture leaves nothing to refund but the shipping', async () => {
    const { order } = await placeEditedOrder(1, { captured: false })
    await orders.act(order, 'capture')
    const edited = await orders.readOrder(order)
    const items = edited.items.map(({ id, quantity }) => ({ item_id: id, quantity }))
    await orders.act(order, 'fulfillment', { items })
    expect(await orders.act(order, 'return', { items, receive_now: true })).toMatchObject({
      refunded_total: edited.total - edited.shipping_total - edited.shipping_tax_total,
      difference_due: 0,
    })
  })

  test('an order that an edit raised is not captured until the customer pays', async () => {
    const { order, first } = await placeEditedOrder(4, { captured: true })
    const raised = { total: 6000, difference_due: 2400, payment_status: 'awaiting' }
    expect(await orders.readOrder(order)).toMatchObject(raised)
    expect(await reasonsOf(order)).toEqual(['to_collect'])
    expect(await orders.act(order, 'capture')).toMatchObject(raised)
    await changeQuantity(order, first, 2)
    expect(await orders.readOrder(order)).toMatchObject({ difference_due: 0, payment_status: 'captured' })
  })

  test('an order that was captured because it cost nothing awaits the payment of an edit', async () => {
    const card = await shop.given.giftCard(region, 1_000_000)
    const { order, first } = await placeEditableOrder({ gift_cards: [card.code] })
    expect(await orders.act(order, 'capture')).toMatchObject({ total: 0, payment_status: 'captured' })
    await changeQuantity(order, first, 3)
    const raised = { total: 1200, paid_total: 0, difference_due: 1200, payment_status: 'awaiting' }
    expect(await orders.readOrder(order)).toMatchObject(raised)
    expect(await orders.act(order, 'capture')).toMatchObject(raised)
    await changeQuantity(order, first, 2)
    expect(await orders.act(order, 'capture')).toMatchObject({ difference_due: 0, payment_status: 'captured' })
  })

  test('a customer who got an excess back owes it after a later edit, and a gift is never owed', async () => {
    const { order, first } = await placeEditedOrder(1, { captured: true })
    await orders.act(order, 'refund', { amount: 1300, reason: 'other' })
    await changeQuantity(order, first, 2)
    expect(await orders.readOrder(order)).toMatchObject({
      total: 3600,
      difference_due: 1200,
      payment_status: 'awaiting',
    })
  })

  test.each([
    ['with a reason', 1200, 0],
    ['as a part', 500, -700],
    ['with a gift', 1300, 0],
  ])('the refund of an order from before the stored difference pays back what the shop owes, %s', async (_, amount, rest) => {
    const { order, first } = await placeEditedOrder(1, { captured: true })
    await changeRows(shop, Order, { id: order.id }, { difference_due: 0 })
    expect(await orders.act(order, 'refund', { amount, reason: 'other' })).toMatchObject({ difference_due: rest })
    await changeQuantity(order, first, 2)
    expect(await orders.readOrder(order)).toMatchObject({ difference_due: 1200 + rest })
  })

  test('an edit asks again for the excess that a refund from before the recorded excess paid back', async () => {
    const { order, first } = await placeEditedOrder(1, { captured: true })
    await orders.act(order, 'refund', { amount: 1300, reason: 'other' })
    await changeRows(shop, Order, { id: order.id }, { difference_due: 0 })
    await changeRows(shop, Refund, { order_id: order.id }, { excess_amount: null })
    await changeQuantity(order, first, 2)
    expect(await orders.readOrder(order)).toMatchObject({ difference_due: 1200, payment_status: 'awaiting' })
  })

  test('paid goods of an order that awaits a payment can be returned', async () => {
    const { order } = await placeEditableOrder()
    await orders.act(order, 'capture')
    const edit = await edits.begin(order)
    await edits.add(edit, await shop.given.variant({ prices: [100] }))
    await edits.act(edit, 'confirm')
    const edited = await orders.readOrder(order)
    await orders.act(order, 'fulfillment', { items: firstLineQuantity(edited, 1) })
    const items = firstLineQuantity(edited, 1)
    expect(await orders.act(order, 'return', { items, receive_now: true })).toMatchObject({
      refunded_total: 1200 - 120,
      difference_due: 0,
      payment_status: 'partially_refunded',
    })
  })

  test('a canceled order owes nothing and has no refundable amount', async () => {
    const { order } = await placeEditableOrder()
    expect(await orders.act(order, 'cancel')).toMatchObject({ paid_total: 0, refundable_amount: 0, difference_due: 0 })
  })
})
