import { describe, expect, test } from 'vitest'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import { paymentCollectionActions } from '#test/support/payment-collection-actions.ts'
import type { Order, OrderEdit, Variant } from '#test/support/resources.ts'

/* Money of the order moves between the request of an edit and its confirmation. */

const used = await useOrderEditShop()
const { option, orders, edits } = used
const money = paymentCollectionActions(used)

async function changeQuantity(order: Order, variant: Variant, quantity: number): Promise<OrderEdit> {
  const edit = await edits.begin(order)
  return edits.change(edit, lineOfVariant(edit, variant), quantity)
}

/** An order that costs 2400 after an edit, with a payment of 3600. */
async function lowerOrder(): Promise<{ order: Order; first: Variant }> {
  const { order, first } = await used.placeEditableOrder()
  await edits.act(await changeQuantity(order, first, 1), 'confirm')
  return { order, first }
}

async function expectPaid(edit: OrderEdit, order: Order, amount: number): Promise<void> {
  await expectErrorMessage(edits.answerAsCustomer(edit, 'complete'), 400, /not authorized/)
  const collection = await money.payBy(edit, 'manual')
  await expectSuccess(money.authorizeAll(edit, collection))
  await expectSuccess(edits.answerAsCustomer(edit, 'complete'))
  await orders.act(order, 'capture')
  expect(await orders.readOrder(order)).toMatchObject({
    total: amount,
    paid_total: amount,
    difference_due: 0,
    payment_status: 'captured',
  })
}

describe('an edit that is requested', () => {
  test('collects the money that a capture does not take', async () => {
    const { order, first } = await lowerOrder()
    const edit = await edits.act(await changeQuantity(order, first, 3), 'request')
    expect(edit.payment_collection).toMatchObject({ amount: 1200 })
    await orders.act(order, 'capture')
    expect(await money.read(edit)).toMatchObject({ amount: 2400, status: 'not_paid' })
    await expectPaid(edit, order, 4800)
  })

  test('collects the rest if the customer had authorized the amount before the capture', async () => {
    const { order, first } = await lowerOrder()
    const edit = await edits.act(await changeQuantity(order, first, 3), 'request')
    await expectSuccess(money.authorizeAll(edit, await money.payBy(edit, 'manual')))
    await orders.act(order, 'capture')
    expect(await money.read(edit)).toMatchObject({
      amount: 2400,
      authorized_amount: 1200,
      status: 'partially_authorized',
    })
    await expectPaid(edit, order, 4800)
  })

  test('gets a payment collection if the payments covered it before the capture', async () => {
    const { order, first } = await lowerOrder()
    const requested = await edits.act(await changeQuantity(order, first, 2), 'request')
    expect(requested.payment_collection_id).toBeNull()
    await orders.act(order, 'capture')
    const edit = await edits.read(requested)
    expect(edit.payment_collection).toMatchObject({ amount: 1200, status: 'not_paid' })
    await expectPaid(edit, order, 3600)
  })

  test('collects the amount that a refund has paid back', async () => {
    const { order, first } = await used.placeEditableOrder()
    await orders.act(order, 'capture')
    await edits.act(await changeQuantity(order, first, 1), 'confirm')
    const edit = await edits.act(await changeQuantity(order, first, 3), 'request')
    expect(edit.payment_collection).toMatchObject({ amount: 1200 })
    await orders.act(order, 'refund', { amount: 500, reason: 'other' })
    expect(await money.read(edit)).toMatchObject({ amount: 1700 })
    await orders.act(order, 'refund', { amount: 900, reason: 'other' })
    expect(await money.read(edit)).toMatchObject({ amount: 2400 })
  })

  test('collects the higher price of the shipping', async () => {
    const { order, first } = await used.placeEditableOrder()
    await orders.act(order, 'capture')
    await edits.act(await changeQuantity(order, first, 1), 'confirm')
    const edit = await edits.act(await changeQuantity(order, first, 3), 'request')
    await orders.act(order, 'shipping-methods', { option_id: option.id, price: 1000 })
    expect(await money.read(edit)).toMatchObject({ amount: 1800 })
  })

  test('keeps its amount when a capture takes the cost of the order', async () => {
    const { edit, order } = await money.requestEdit()
    await orders.act(order, 'capture')
    expect(await money.read(edit)).toMatchObject({ amount: 1200 })
  })
})
