import { describe, expect, test } from 'vitest'
import { eventsOf } from '#test/support/events.ts'
import { expectError, expectErrorMessage } from '#test/support/expect-error.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import type { Order, Variant } from '#test/support/resources.ts'
import { swapActions } from '#test/support/swap-actions.ts'

const { shop, region, option, orders, edits, placeEditableOrder, stockOf } = await useOrderEditShop()

describe('confirming an order edit', () => {
  test('a confirmed edit changes the order and its stock', async () => {
    const { order, first, second } = await placeEditableOrder()
    const third = await shop.given.variant({ stock: 10 })
    await orders.act(order, 'capture')
    const draftEdit = await edits.begin(order)
    await edits.change(draftEdit, lineOfVariant(draftEdit, first), 5)
    await edits.remove(draftEdit, lineOfVariant(draftEdit, second))
    const edit = await edits.add(draftEdit, third, 3)
    const confirmed = await edits.act(edit, 'confirm')
    expect(confirmed).toMatchObject({ status: 'confirmed', confirmed_by: edit.created_by, difference_due: 0 })
    expect(await Promise.all([first, second, third].map(stockOf))).toEqual([5, 10, 7])
    const { items, total, fulfillment_status, refundable_amount } = await orders.readOrder(order)
    expect(items.map(({ id }) => id)).toEqual(edit.items.map(({ id }) => id))
    expect(items[0]).toMatchObject({ order_edit_id: edit.id, original_item_id: lineOfVariant(order, first).id })
    expect({ total, fulfillment_status }).toEqual({ total: edit.total, fulfillment_status: 'not_fulfilled' })
    expect(refundable_amount).toBe(order.total)
    expect(await edits.act(edit, 'confirm')).toEqual(confirmed)
    expect(await Promise.all([first, second, third].map(stockOf))).toEqual([5, 10, 7])
  })

  test('a confirmed edit leaves the original cart unchanged, and the next edit starts from the order', async () => {
    const { order, first } = await placeEditableOrder()
    const before = (await shop.get(`/store/carts/${order.cart_id}`)).body.cart
    const edit = await edits.begin(order)
    await edits.change(edit, lineOfVariant(edit, first), 1)
    await edits.act(edit, 'confirm')
    const { items, total } = (await shop.get(`/store/carts/${order.cart_id}`)).body.cart
    expect({ total, items: items.map(({ id }) => id) }).toEqual({
      total: before.total,
      items: before.items.map(({ id }) => id),
    })
    const next = await edits.begin(order)
    expect(lineOfVariant(next, first)).toMatchObject({ quantity: 1, original_item_id: lineOfVariant(edit, first).id })
    await edits.change(next, lineOfVariant(next, first), 4)
    await edits.act(next, 'confirm')
    expect(await stockOf(first)).toBe(6)
  })

  test('a confirmed edit keeps the fulfilled, shipped, claimed and returned quantities of remaining lines', async () => {
    const { order, first, second } = await placeEditableOrder()
    await orders.act(order, 'capture')
    const fulfilledOrder = await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 2) })
    await orders.act(order, 'shipment', { fulfillment_id: fulfilledOrder.fulfillments[0].id })
    const draftEdit = await edits.begin(order)
    await edits.change(draftEdit, lineOfVariant(draftEdit, second), 2)
    await orders.act(order, 'return', { items: firstLineQuantity(order, 1), receive_now: true })
    await edits.act(draftEdit, 'confirm')
    const editedOrder = await orders.readOrder(order)
    expect(lineOfVariant(editedOrder, first)).toMatchObject({
      fulfilled_quantity: 2,
      shipped_quantity: 2,
      returned_quantity: 1,
    })
    expect(editedOrder.fulfillments[0].items).toMatchObject([
      { item_id: lineOfVariant(editedOrder, first).id, quantity: 2 },
    ])
    expect(editedOrder).toMatchObject({ fulfillment_status: 'partially_returned' })
    await orders.act(order, 'claims', {
      type: 'refund',
      claim_items: [{ item_id: lineOfVariant(editedOrder, first).id, quantity: 1, reason: 'other' }],
    })
    const again = { items: [{ item_id: lineOfVariant(editedOrder, first).id, quantity: 1 }] }
    await expectError(
      orders.send(order, 'return', again),
      400,
      'not_allowed',
      'Cannot return more items than have been purchased',
    )
  })

  describe('an order with a fixed discount on its total', () => {
    /** A discount of 250. The first line gets 200 of it. */
    async function placeDiscountedOrder(): Promise<{ order: Order; first: Variant; second: Variant }> {
      const discount = await shop.given.discount(region, { type: 'fixed', value: 250, allocation: 'total' })
      const { order, first, second } = await placeEditableOrder({ discounts: [discount.code] })
      await orders.act(order, 'capture')
      return { order, first, second }
    }
    const send = async (order: Order): Promise<void> => {
      const { fulfillments } = await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 2) })
      await orders.act(order, 'shipment', { fulfillment_id: fulfillments[0].id })
    }
    const adjustmentsOf = ({ items }: Pick<Order, 'items'>): number[] =>
      items.map(({ adjustments }) => adjustments.reduce((sum, { amount }) => sum + Number(amount), 0))

    test('an edit keeps the adjustments of fulfilled lines, so that the returns refund the exact total', async () => {
      const { order, first } = await placeDiscountedOrder()
      await send(order)
      const back = await orders.act(order, 'return', { items: firstLineQuantity(order, 1), receive_now: true })
      expect(back).toMatchObject({ refunded_total: 1080 })
      const draftEdit = await edits.begin(order)
      const edit = await edits.add(draftEdit, await shop.given.variant({ prices: [2000] }))
      expect(adjustmentsOf(edit)).toEqual([200, 50, 0])
      await edits.act(edit, 'confirm')
      const editedOrder = await orders.readOrder(order)
      expect(adjustmentsOf(editedOrder)).toEqual([200, 50, 0])
      expect(editedOrder).toMatchObject({ total: edit.total, discount_total: 250 })
      const item = lineOfVariant(editedOrder, first)
      const done = await orders.act(order, 'return', { items: [{ item_id: item.id, quantity: 1 }], receive_now: true })
      // The value of the second unit settles a part of the edit, which is not paid.
      expect(done).toMatchObject({ refunded_total: 1080, difference_due: 2400 - 1080 })
    })

    test('an edit that changes the price of a line is rejected once the line is fulfilled, until the edit is recalculated', async () => {
      const { order, first, second } = await placeDiscountedOrder()
      const draftEdit = await edits.begin(order)
      await edits.remove(draftEdit, lineOfVariant(draftEdit, second))
      const third = await shop.given.variant({ prices: [2000] })
      const edit = await edits.add(draftEdit, third)
      expect(adjustmentsOf(edit)[0]).toBeGreaterThan(200)
      await send(order)
      const refusal = `The line item ${lineOfVariant(order, first).id} is part of a fulfillment and cannot be edited`
      await expectError(edits.send(edit, 'confirm'), 400, 'not_allowed', refusal)
      const settled = await edits.change(edit, lineOfVariant(edit, third), 2)
      expect(adjustmentsOf(settled)[0]).toBe(200)
      expect(await edits.act(edit, 'confirm')).toMatchObject({ status: 'confirmed' })
      expect(await orders.readOrder(order)).toMatchObject({ total: settled.total })
    })
  })

  test('a confirmed edit keeps the open return of a swap', async () => {
    const swaps = swapActions(
      () => shop,
      () => ({ region, option }),
    )
    const { order, item, swap, replacement } = await swaps.createSwap()
    const edit = await edits.begin(order)
    await edits.add(edit, replacement)
    await edits.act(edit, 'confirm')
    const editedOrder = (await orders.readOrder(order)).items.find((line) => line.original_item_id === item.id)!
    expect((await swaps.receiveReturn({ swap, item: editedOrder })).status).toBe(200)
    expect((await orders.readOrder(order)).items[0]).toMatchObject({ id: editedOrder.id, returned_quantity: 1 })
  })

  test('adding a line sets a shipped order to partially shipped', async () => {
    const { order, second } = await placeEditableOrder()
    const items = order.items.map(({ id, quantity }) => ({ item_id: id, quantity }))
    const fulfilledOrder = await orders.act(order, 'fulfillment', { items })
    await orders.act(order, 'shipment', { fulfillment_id: fulfilledOrder.fulfillments[0].id })
    const edit = await edits.begin(order)
    await edits.add(edit, second)
    await edits.act(edit, 'confirm')
    expect(await orders.readOrder(order)).toMatchObject({ fulfillment_status: 'partially_shipped' })
  })

  test('an edit of a fulfilled line is rejected', async () => {
    const { order, first } = await placeEditableOrder()
    const edit = await edits.begin(order)
    await edits.change(edit, lineOfVariant(edit, first), 3)
    await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 1) })
    const refusal = `The line item ${order.items[0].id} is part of a fulfillment and cannot be edited`
    await expectError(edits.send(edit, 'confirm'), 400, 'not_allowed', refusal)
    const reply = shop.admin.post(`${edits.pathOf(edit)}/items/${lineOfVariant(edit, first).id}`, { quantity: 4 })
    await expectError(reply, 400, 'not_allowed', refusal)
    await expectError(
      shop.admin.delete(`${edits.pathOf(edit)}/items/${lineOfVariant(edit, first).id}`),
      400,
      'not_allowed',
      refusal,
    )
    expect(await edits.read(edit)).toMatchObject({ status: 'created' })
    expect(await stockOf(first)).toBe(8)
  })

  test('an edit is rejected if the stock is sold out, no line is left or the order is canceled', async () => {
    const { order, first, second } = await placeEditableOrder()
    const edit = await edits.begin(order)
    await edits.change(edit, lineOfVariant(edit, first), 10)
    await shop.given.order({ region, lines: [[first, 1]] })
    await expectErrorMessage(edits.send(edit, 'confirm'), 400, /required inventory/)
    await edits.remove(edit, lineOfVariant(edit, first))
    await edits.remove(edit, lineOfVariant(edit, second))
    await expectError(edits.send(edit, 'request'), 400, 'invalid_data', 'An order must have at least one item')
    await expectError(edits.send(edit, 'confirm'), 400, 'invalid_data', 'An order must have at least one item')
    expect(await stockOf(first)).toBe(7)
    await orders.act(order, 'cancel')
    expect(await edits.read(edit)).toMatchObject({ status: 'canceled', canceled_by: null })
    await expectError(
      edits.send(edit, 'confirm'),
      400,
      'not_allowed',
      'Cannot confirm an order edit with status canceled',
    )
    const reply = shop.admin.post('/admin/order-edits', { order_id: order.id })
    await expectError(reply, 400, 'not_allowed', 'A canceled order cannot be edited')
  })

  test('an edit cannot reduce the total below the amount paid by gift cards', async () => {
    const card = await shop.given.giftCard(region, 3600)
    const { order, first } = await placeEditableOrder({ gift_cards: [card.code] })
    expect(order.total).toBe(0)
    const edit = await edits.begin(order)
    await edits.change(edit, lineOfVariant(edit, first), 1)
    await expectErrorMessage(
      edits.send(edit, 'confirm'),
      400,
      'The total of the order cannot be less than the amount that gift cards paid',
    )
  })

  test('simultaneous confirmations return the same edit and take the stock once', async () => {
    const { order, first } = await placeEditableOrder()
    const edit = await edits.begin(order)
    await edits.change(edit, lineOfVariant(edit, first), 4)
    const replies = await Promise.all([1, 2, 3].map(() => edits.send(edit, 'confirm')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stockOf(first)).toBe(6)
    expect(await eventsOf(shop, edit, 'order-edit.confirmed')).toHaveLength(1)
  })

  test('a simultaneous confirmation and fulfillment of the same line succeed once', async () => {
    const { order, first } = await placeEditableOrder()
    const edit = await edits.begin(order)
    await edits.change(edit, lineOfVariant(edit, first), 1)
    const [confirmed, fulfilledOrder] = await Promise.all([
      edits.send(edit, 'confirm'),
      orders.send(order, 'fulfillment', { items: firstLineQuantity(order, 2) }),
    ])
    expect([confirmed.status, fulfilledOrder.status].toSorted()).toEqual([200, 400])
  })
})
