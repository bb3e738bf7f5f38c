import { describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import type { Identified } from '#test/support/resources.ts'

const { shop, orders, edits, placeEditableOrder } = await useOrderEditShop()

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

  test('the capture of an order that an edit lowered shows the excess', async () => {
    const { order } = await placeEditedOrder(1, { captured: false })
    expect(await orders.readOrder(order)).toMatchObject({ difference_due: 0, payment_status: 'awaiting' })
    expect(await orders.act(order, 'capture')).toMatchObject({ difference_due: -1200, payment_status: 'captured' })
    expect(await reasonsOf(order)).toContain('to_refund')
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
      refunded_total: 1200,
      difference_due: 120,
      payment_status: 'awaiting',
    })
  })

  test('a canceled order owes nothing and has no refundable amount', async () => {
    const { order } = await placeEditableOrder()
    expect(await orders.act(order, 'cancel')).toMatchObject({ paid_total: 0, refundable_amount: 0, difference_due: 0 })
  })
})
