import { describe, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { expectError, expectReason } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import { paymentCollectionActions } from '#test/support/payment-collection-actions.ts'
import type { OrderLines } from '#test/support/resources.ts'

/* Goods that an edit added and that the customer has not paid. Their value settles the debt before anything is refunded. */

const editShop = await useOrderEditShop()
const { shop, region, option, orders, edits } = editShop
const money = paymentCollectionActions(editShop)
const { admin } = createShopClient({ url: shop.url, token: shop.token })

/** Places a captured order of 1 × 1200 and shipping for 600, raises it to 3 units without a payment, and fulfills all. */
async function placeRaisedOrder() {
  const variant = await shop.given.variant({ stock: 10 })
  const placed = await shop.given.order({ region, option, lines: [[variant, 1]] })
  await orders.act(placed, 'capture')
  const begun = await edits.begin(placed)
  await edits.change(begun, lineOfVariant(begun, variant), 3)
  const edit = await edits.act(begun, 'request')
  await edits.act(edit, 'confirm')
  const order = await orders.fulfillFirstLine(await orders.readOrder(placed))
  expect(order).toMatchObject({ total: 4200, paid_total: 1800, difference_due: 2400, payment_status: 'awaiting' })
  return { order, edit }
}

const returnUnits = (order: OrderLines, quantity: number, more: object = {}) =>
  orders.act(order, 'return', { items: firstLineQuantity(order, quantity), receive_now: true, ...more })

const requestUnits = async (order: OrderLines, quantity: number, more: object = {}) => {
  const { returns } = await orders.act(order, 'return', { items: firstLineQuantity(order, quantity), ...more })
  return returns[0]
}

const receive = (order: OrderLines, { id }: { id: string }, quantity: number, more: object = {}) =>
  expectSuccess(shop.admin.post(`/admin/returns/${id}/receive`, { items: firstLineQuantity(order, quantity), ...more }))

describe('a return of unpaid goods', () => {
  test.each([
    [1, { refunded_total: 0, difference_due: 1200, payment_status: 'awaiting' }],
    [2, { refunded_total: 0, difference_due: 0, payment_status: 'captured' }],
    [3, { refunded_total: 1200, difference_due: 0, payment_status: 'partially_refunded' }],
  ])('the return of %i of three units settles the debt first', async (quantity, expected) => {
    const { order } = await placeRaisedOrder()
    const returned = await returnUnits(order, quantity)
    expect(returned).toMatchObject(expected)
    expect(returned.returns).toMatchObject([{ refund_amount: expected.refunded_total }])
  })

  test('unit by unit, the return of all goods leaves only the shipping', async () => {
    const { order } = await placeRaisedOrder()
    const refunds: number[] = []
    for (let i = 0; i < 3; i++) refunds.push((await returnUnits(order, 1)).refunded_total)
    expect(refunds).toEqual([0, 0, 1200])
    expect(await orders.readOrder(order)).toMatchObject({ difference_due: 0, refundable_amount: 600 })
  })

  test('a return without a refund ends the debt for its goods', async () => {
    const { order } = await placeRaisedOrder()
    expect(await returnUnits(order, 1, { refund: 0 })).toMatchObject({ refunded_total: 0, difference_due: 1200 })
    expect(await returnUnits(order, 2, { refund: 0 })).toMatchObject({ refunded_total: 0, difference_due: 0 })
  })

  test('an administrator cannot refund more than the value of the goods that were paid', async () => {
    const { order } = await placeRaisedOrder()
    const refuse = async (call: Promise<unknown>, refundable: number) =>
      expectReason(call, { name: 'refund_too_large', refundable, currency_code: order.currency_code })
    const units = (quantity: number) => [{ item_id: order.items[0]!.id!, quantity }]
    const items = units(2)
    await refuse(admin.orders.requestReturn.mutate({ id: order.id, items, refund: 1 }), 0)
    await refuse(admin.orders.requestReturn.mutate({ id: order.id, items: units(3), refund: 1201 }), 1200)
    const { id } = await requestUnits(order, 2)
    await refuse(admin.returns.receive.mutate({ id, items, refund: 1 }), 0)
    expect(await orders.readOrder(order)).toMatchObject({ refunded_total: 0, difference_due: 2400 })
    await receive(order, { id }, 2, { refund: 0 })
    expect(await returnUnits(order, 1, { refund: 700 })).toMatchObject({ refunded_total: 700, difference_due: 0 })
  })

  test('the shipping of a return lowers only the rest of the value', async () => {
    const { order } = await placeRaisedOrder()
    const returnOption = await shop.given.shippingOption(region, { is_return: true, amount: 100 })
    const return_shipping = { option_id: returnOption.id, price: 100 }
    const returned = await returnUnits(order, 3, { return_shipping })
    expect(returned).toMatchObject({ refunded_total: 1200 - 120, difference_due: 0 })
  })

  test('a customer who pays before the receipt gets the whole value', async () => {
    const { order, edit } = await placeRaisedOrder()
    const returnOrder = await requestUnits(order, 2)
    expect(returnOrder).toMatchObject({ refund_amount: 0 })
    await expectSuccess(money.authorizeAll(edit, await money.payBy(edit, 'manual')))
    await orders.act(order, 'capture')
    await receive(order, returnOrder, 2)
    expect(await orders.readOrder(order)).toMatchObject({ paid_total: 4200, refunded_total: 2400, difference_due: 0 })
  })

  test('an agreed refund of 0 stays 0 after the customer paid', async () => {
    const { order, edit } = await placeRaisedOrder()
    const returnOrder = await requestUnits(order, 2, { refund: 0 })
    await expectSuccess(money.authorizeAll(edit, await money.payBy(edit, 'manual')))
    await orders.act(order, 'capture')
    await receive(order, returnOrder, 2)
    expect(await orders.readOrder(order)).toMatchObject({ refunded_total: 0, difference_due: 0 })
  })

  test.each([
    ['fewer units', 1, {}, { refunded_total: 0, difference_due: 1200 }],
    ['more units', 3, {}, { refunded_total: 1200, difference_due: 0 }],
    ['a chosen refund', 3, { refund: 1000 }, { refunded_total: 1000, difference_due: 0 }],
  ])('the receipt of %s settles their value', async (_, quantity, more, expected) => {
    const { order } = await placeRaisedOrder()
    await receive(order, await requestUnits(order, 2), quantity, more)
    expect(await orders.readOrder(order)).toMatchObject(expected)
  })

  test('a debt that arose after the request is settled by the receipt', async () => {
    const variant = await shop.given.variant({ stock: 10 })
    const order = await shop.given.order({ region, option, lines: [[variant, 2]] })
    await orders.act(order, 'capture')
    await orders.fulfillFirstLine(order)
    const returnOrder = await requestUnits(order, 1)
    const edit = await edits.begin(order)
    await edits.add(edit, await shop.given.variant({ prices: [300] }))
    await edits.act(edit, 'confirm')
    const items = [{ item_id: lineOfVariant(await orders.readOrder(order), variant).id, quantity: 1 }]
    await expectSuccess(shop.admin.post(`/admin/returns/${returnOrder.id}/receive`, { items }))
    expect(await orders.readOrder(order)).toMatchObject({ refunded_total: 1200 - 360, difference_due: 0 })
  })
})

describe('a claim of unpaid goods', () => {
  const claim = (order: OrderLines, quantity: number, more: object = {}) => {
    const [item] = firstLineQuantity(order, quantity)
    return orders.act(order, 'claims', { type: 'refund', claim_items: [{ ...item, reason: 'other' }], ...more })
  }

  test.each([
    [2, {}, { refunded_total: 0, difference_due: 0, status: 'na' }],
    [3, {}, { refunded_total: 1200, difference_due: 0, status: 'refunded' }],
    [1, { refund_amount: 200 }, { refunded_total: 0, difference_due: 2200, status: 'na' }],
    [1, { refund_amount: 2500 }, { refunded_total: 100, difference_due: 0, status: 'refunded' }],
  ])('the claim of %i of three units with %j settles the debt first', async (quantity, more, {
    status,
    ...expected
  }) => {
    const { order } = await placeRaisedOrder()
    const claimed = await claim(order, quantity, more)
    expect(claimed).toMatchObject(expected)
    expect(claimed.claims).toMatchObject([{ payment_status: status, refund_amount: expected.refunded_total }])
  })

  test('a claim that settled a debt cannot be canceled', async () => {
    const { order } = await placeRaisedOrder()
    const { claims } = await claim(order, 2)
    const canceled = shop.admin.post(`/admin/orders/${order.id}/claims/${claims[0].id}/cancel`)
    await expectError(canceled, 400, 'not_allowed', 'Claim with a refund cannot be canceled')
  })

  test('the return of the replacement of an unpaid unit settles the debt', async () => {
    const { order } = await placeRaisedOrder()
    const [item] = firstLineQuantity(order, 2)
    const { claims } = await orders.act(order, 'claims', {
      type: 'replace',
      claim_items: [{ ...item, reason: 'other' }],
      additional_items: [{ variant_id: order.items[0].variant_id, quantity: 2 }],
      shipping_methods: [{ option_id: option.id, price: 0 }],
    })
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/claims/${claims[0].id}/fulfillments`, {}))
    const [replacement] = claims[0].additional_items
    await orders.act(order, 'return', { items: [{ item_id: replacement.id, quantity: 2 }], receive_now: true })
    expect(await orders.readOrder(order)).toMatchObject({ refunded_total: 0, difference_due: 0 })
  })
})

describe('a swap of unpaid goods', () => {
  async function swap(order: OrderLines, quantity: number, price: number) {
    const variant = await shop.given.regionalVariant(region, price)
    const { swaps: created } = await orders.act(order, 'swaps', {
      return_items: firstLineQuantity(order, quantity),
      additional_items: [{ variant_id: variant.id, quantity: 1 }],
    })
    const [{ id, cart_id }] = created
    const { id: option_id } = await shop.given.freeShippingOption(region)
    await expectSuccess(shop.post(`/store/carts/${cart_id}/shipping-methods`, { option_id }))
    await expectSuccess(shop.post(`/store/carts/${cart_id}/complete`))
    const path = `/admin/orders/${order.id}/swaps/${id}`
    return { path, process: () => expectSuccess(shop.admin.post(`${path}/process-payment`)) }
  }

  test.each([
    ['a cheaper item', 2, 500, { refunded_total: 0, difference_due: 2400 - 1800, status: 'confirmed' }],
    ['a cheap item', 3, 500, { refunded_total: 600, difference_due: 0, status: 'difference_refunded' }],
  ])('the credit for %s settles the debt first', async (_, quantity, price, { status, ...expected }) => {
    const { order } = await placeRaisedOrder()
    const { path, process } = await swap(order, quantity, price)
    await process()
    const swapped = (await process()).order
    expect(swapped).toMatchObject(expected)
    expect(swapped.swaps).toMatchObject([{ payment_status: status }])
    await expectError(shop.admin.post(`${path}/cancel`), 400, 'not_allowed', 'Swap with a refund cannot be canceled')
  })
})
