import { expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Event } from '#entities/platform/event/event.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError, expectReason } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import type { Identified, OrderLines } from '#test/support/resources.ts'

/* Interactions of fulfillments, returns, claims and money of the same order. */

const { shop, region, option, orders } = await useOrderShop()
const { send, act, placeCapturedOrder, fulfillFirstLine } = orders
const receive = async (returnOption: Identified, items: object[]) =>
  (await expectSuccess(shop.admin.post(`/admin/returns/${returnOption.id}/receive`, { items }))).return

/** Places an order at 1200 with tax that is captured and fulfilled. */
const placeFulfilledOrder = async (quantity = 1) =>
  fulfillFirstLine(await placeCapturedOrder({ region, option, quantity }))

const createReplacementClaim = (order: OrderLines, over: object = {}) =>
  act(order, 'claims', {
    type: 'replace',
    claim_items: [{ ...firstLineQuantity(order, 1)[0], reason: 'other' }],
    additional_items: [{ variant_id: order.items[0].variant_id, quantity: 1 }],
    shipping_methods: [{ option_id: option.id, price: 0 }],
    ...over,
  })

const NOT_FREE = 'Items of the fulfillment are claimed or being returned. Cancel the claim or the return first.'

test('a fulfillment cannot be canceled while its items are claimed or being returned', async () => {
  const order = await placeFulfilledOrder(2)
  const unpack = `fulfillments/${order.fulfillments[0].id}/cancel`
  const { returns } = await act(order, 'return', { items: firstLineQuantity(order, 1) })
  await expectError(send(order, unpack), 400, 'not_allowed', NOT_FREE)
  await expectSuccess(shop.admin.post(`/admin/returns/${returns[0].id}/cancel`))
  const { claims } = await createReplacementClaim(order)
  await expectError(send(order, unpack), 400, 'not_allowed', NOT_FREE)
  await act(order, `claims/${claims[0].id}/cancel`)
  expect(await act(order, unpack)).toMatchObject({ fulfillment_status: 'canceled', items: [{ fulfilled_quantity: 0 }] })
})

test('the fulfillment of a claim cannot be canceled while its items are claimed', async () => {
  const order = await placeFulfilledOrder()
  const { claims } = await createReplacementClaim(order)
  const at = `claims/${claims[0].id}/fulfillments`
  const [claim] = (await act(order, at)).claims
  const again = { claim_items: [{ item_id: claim.additional_items[0].id, quantity: 1, reason: 'other' }] }
  await createReplacementClaim(order, again)
  await expectError(send(order, `${at}/${claim.fulfillments[0].id}/cancel`), 400, 'not_allowed', NOT_FREE)
})

test('a simultaneous claim and cancelation of a fulfillment succeed once', async () => {
  const order = await placeFulfilledOrder()
  const unpack = `fulfillments/${order.fulfillments[0].id}/cancel`
  const claim = { type: 'refund', claim_items: [{ ...firstLineQuantity(order, 1)[0], reason: 'other' }] }
  const replies = await Promise.all([send(order, unpack), send(order, 'claims', claim), send(order, unpack)])
  const [first, claimed] = replies.map(({ status }) => status)
  expect([200, 400]).toContain(claimed)
  expect(first === 200).toBe(claimed === 400)
})

test('replacement items of a claim can be returned after the whole order', async () => {
  const order = await placeFulfilledOrder()
  const returnOption = await shop.given.shippingOption(region, { is_return: true, amount: 0 })
  const { claims } = await createReplacementClaim(order, { return_shipping: { option_id: returnOption.id } })
  const [claim] = (await act(order, `claims/${claims[0].id}/fulfillments`)).claims
  await receive(claim.return_order, firstLineQuantity(order, 1))
  const items = [{ item_id: claim.additional_items[0].id, quantity: 1 }]
  const { fulfillment_status, returns } = await act(order, 'return', { items })
  expect([fulfillment_status, returns.at(-1)?.refund_amount]).toEqual(['returned', 1200])
  const message = "Can't return an unfulfilled or already returned order"
  await expectError(send(order, 'return', { items }), 400, 'not_allowed', message)
})

test('returnable items include requested but not received quantities', async () => {
  const order = await placeFulfilledOrder(2)
  const returnableIds = async () => {
    const reply = await expectSuccess(shop.admin.get(`/admin/orders/${order.id}?expand=returnable_items`))
    return reply.order.returnable_items.map(({ id }) => id)
  }
  const line = order.items[0].id
  const { returns } = await act(order, 'return', { items: firstLineQuantity(order, 2) })
  expect(await returnableIds()).toEqual([line])
  await receive(returns[0], firstLineQuantity(order, 2))
  expect(await returnableIds()).toEqual([])
})

const readReturnable = async ({ id }: Identified) =>
  (await expectSuccess(shop.admin.get(`/admin/orders/${id}/returnable-quantities`))).returnable_quantities

test('the returnable quantities are the highest that a return accepts after a claim received more than requested', async () => {
  const order = await placeFulfilledOrder(4)
  const [line] = order.items
  expect(await readReturnable(order)).toEqual([{ item_id: line.id, quantity: 4 }])
  const { id: option_id } = await shop.given.shippingOption(region, { is_return: true, amount: 0 })
  const { claims } = await createReplacementClaim(order, { return_shipping: { option_id } })
  expect(await readReturnable(order)).toEqual([{ item_id: line.id, quantity: 3 }])
  await receive(claims[0].return_order, firstLineQuantity(order, 2))
  expect(await readReturnable(order)).toEqual([{ item_id: line.id, quantity: 2 }])
  const message = 'Cannot return more items than have been purchased'
  await expectError(send(order, 'return', { items: firstLineQuantity(order, 3) }), 400, 'not_allowed', message)
  await act(order, 'return', { items: firstLineQuantity(order, 2) })
  expect(await readReturnable(order)).toEqual([])
})

test('items of a swap are returnable after its return is canceled, and still after the swap is canceled', async () => {
  const order = await placeFulfilledOrder(2)
  const whole = [{ item_id: order.items[0].id, quantity: 2 }]
  const additional_items = [{ variant_id: order.items[0].variant_id, quantity: 1 }]
  const { swaps } = await act(order, 'swaps', { return_items: firstLineQuantity(order, 1), additional_items })
  expect(await readReturnable(order)).toEqual([{ ...whole[0], quantity: 1 }])
  await expectSuccess(shop.admin.post(`/admin/returns/${swaps[0].return_order.id}/cancel`))
  expect(await readReturnable(order)).toEqual(whole)
  await act(order, `swaps/${swaps[0].id}/cancel`)
  expect(await readReturnable(order)).toEqual(whole)
})

test('fulfilled replacement items of a claim are returnable', async () => {
  const order = await placeFulfilledOrder()
  const { claims } = await createReplacementClaim(order)
  expect(await readReturnable(order)).toEqual([])
  const [claim] = (await act(order, `claims/${claims[0].id}/fulfillments`)).claims
  expect(await readReturnable(order)).toEqual([{ item_id: claim.additional_items[0].id, quantity: 1 }])
})

test('an order that does not exist has no returnable quantities', async () => {
  const reply = shop.admin.get('/admin/orders/order_missing/returnable-quantities')
  await expectError(reply, 404, 'not_found', 'Order with id: order_missing was not found')
})

test('an order whose capture failed cannot be returned', async () => {
  const order = await shop.given.order({ region, option })
  await act(order, 'fulfillment', { items: firstLineQuantity(order, 1) })
  await changeRows(shop, Order, { id: order.id }, { payment_status: 'requires_action' })
  const message = "Can't return an order with payment unprocessed"
  await expectError(send(order, 'return', { items: firstLineQuantity(order, 1) }), 400, 'not_allowed', message)
})

test('a partial return refunds at most the requested refund', async () => {
  const order = await placeFulfilledOrder(3)
  const { returns } = await act(order, 'return', { items: firstLineQuantity(order, 3), refund: 500 })
  expect(await receive(returns[0], firstLineQuantity(order, 2))).toMatchObject({ refund_amount: 500 })
})

test('the fulfillment of a claim sets the notification flag of its event', async () => {
  const order = await placeFulfilledOrder()
  const { claims } = await createReplacementClaim(order)
  await act(order, `claims/${claims[0].id}/fulfillments`, { no_notification: true })
  const [event] = await shop.orm.em.fork().find(Event, { name: 'claim.fulfillment_created' }, { orderBy: { id: -1 } })
  expect(event?.payload).toMatchObject({ id: claims[0].id, no_notification: true })
})

test('a gift card can be neither claimed nor returned', async () => {
  const card = await shop.given.variant({ is_giftcard: true })
  const { shipping_profiles } = await expectSuccess(shop.admin.get('/admin/shipping-profiles'))
  const profile = shipping_profiles.find(({ type }) => type === 'gift_card')
  const option = await shop.given.shippingOption(region, { profile_id: profile?.id })
  const order = await shop.given.order({ region, option, lines: [[card, 1]] })
  await act(order, 'capture')
  await act(order, 'fulfillment', { items: firstLineQuantity(order, 1) })
  const claim = { type: 'refund', claim_items: [{ ...firstLineQuantity(order, 1)[0], reason: 'other' }] }
  await expectError(send(order, 'claims', claim), 400, 'not_allowed', 'Cannot claim a gift card')
  const returnOption = { items: firstLineQuantity(order, 1) }
  await expectError(send(order, 'return', returnOption), 400, 'not_allowed', 'Gift cards cannot be returned')
  const reply = await expectSuccess(shop.admin.get(`/admin/orders/${order.id}?expand=returnable_items`))
  expect(reply.order.returnable_items).toEqual([])
  expect(await readReturnable(order)).toEqual([])
})

test('a fulfillment is rejected whole if one item has no matching shipping method', async () => {
  const profile = async (name: string) =>
    (await expectSuccess(shop.admin.post('/admin/shipping-profiles', { name, type: 'custom' }))).shipping_profile.id
  const [bulky, frozen] = [await profile('Bulky'), await profile('Frozen')]
  const { id: option_id } = await shop.given.shippingOption(region, { profile_id: bulky })
  const [cool, dry] = [await shop.given.product(), await shop.given.variant()]
  await expectSuccess(shop.admin.post(`/admin/shipping-profiles/${frozen}`, { products: [cool.id] }))
  const lines = [dry, cool.variants[0]].map((variant) => [variant, 1] as const)
  const order = await shop.given.order({ region, option, lines: lines })
  await act(order, 'shipping-methods', { option_id, price: 0 })
  const items = order.items.map(({ id }) => ({ item_id: id, quantity: 1 }))
  const stays = order.items.find((item) => item.variant_id === cool.variants[0].id)
  const message = `No shipping method of the order can send the line items ${stays?.id}. Add a shipping method for them first.`
  await expectError(send(order, 'fulfillment', { items }), 400, 'not_allowed', message)
  const { admin } = createShopClient({ url: shop.url, token: shop.token })
  const reason = { name: 'no_shipping_method_for_items', titles: cool.title } as const
  await expectReason(admin.orders.createFulfillment.mutate({ id: order.id, items }), reason)
  expect((await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order.fulfillments).toEqual([])
})
