import { describe, expect, test } from 'vitest'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { orderEditActions } from '#test/support/order-edit-actions.ts'
import { type StockedVariant, useStockShop } from '#test/support/stock-shop.ts'
import { swapActions } from '#test/support/swap-actions.ts'

const { shop, region, option, orders, location, variant, addLevel, levelAt, reservedFor, orderOf, shortageOf } =
  await useStockShop()
const edits = orderEditActions(() => shop)
const swaps = swapActions(
  () => shop,
  () => ({ region, option }),
)

describe('claims', () => {
  const claimOf = async ({ stock = 5, quantity = 2 } = {}) => {
    const north = await location()
    const [goods, spare] = [await variant([[north, 10]]), await variant([[north, stock]])]
    const order = await orderOf([goods, 3])
    await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 3) })
    const reply = await orders.send(order, 'claims', {
      type: 'replace',
      claim_items: [{ item_id: order.items[0].id, quantity: 1, reason: 'other' }],
      additional_items: [{ variant_id: spare.id, quantity }],
      shipping_methods: [{ option_id: option.id, price: 0 }],
    })
    return { north, spare, order, reply }
  }

  test('a claim reserves its items, its fulfillment takes them, and both can be canceled', async () => {
    const { north, spare, order, reply } = await claimOf()
    const [claim] = (await expectSuccess(Promise.resolve(reply))).order.claims
    expect(await levelAt(spare, north)).toEqual([5, 2])
    expect(await reservedFor(claim.additional_items[0])).toEqual({ [north]: 2 })
    const { claims } = await orders.act(order, `claims/${claim.id}/fulfillments`, { location_id: north })
    expect(await levelAt(spare, north)).toEqual([3, 0])
    await orders.act(order, `claims/${claim.id}/fulfillments/${claims[0].fulfillments[0].id}/cancel`)
    expect(await levelAt(spare, north)).toEqual([5, 2])
    await orders.act(order, `claims/${claim.id}/cancel`)
    expect(await levelAt(spare, north)).toEqual([5, 0])
  })

  test('a claim of more units than the stock is refused', async () => {
    const { north, spare, reply } = await claimOf({ stock: 1, quantity: 4 })
    await expectErrorMessage(Promise.resolve(reply), 400, shortageOf(spare))
    expect(await levelAt(spare, north)).toEqual([1, 0])
  })
})

describe('swaps', () => {
  const swapOf = async (body: object, { stock = 5, quantity = 1 } = {}) => {
    const north = await location()
    const [goods, spare] = [await variant([[north, 10]]), await variant([[north, stock]])]
    const order = await orderOf([goods, 3])
    await orders.act(order, 'capture')
    await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 3) })
    const swap = await swaps.createSwapOf(
      { order },
      {
        return_items: firstLineQuantity(order, 1),
        additional_items: [{ variant_id: spare.id, quantity }],
        ...body,
      },
    )
    return { north, goods, spare, order, swap, path: `/admin/orders/${order.id}/swaps/${swap.id}` }
  }

  test('a swap reserves its items at completion, and its fulfillment takes them', async () => {
    const { north, goods, spare, order, swap, path } = await swapOf({})
    expect(await levelAt(spare, north)).toEqual([5, 0])
    await swaps.confirmSwap({ swap }, option)
    expect(await levelAt(spare, north)).toEqual([5, 1])
    await expectSuccess(swaps.receiveReturn({ swap, item: order.items[0] }))
    expect(await levelAt(goods, north)).toEqual([8, 0])
    await swaps.changeOrder(`${path}/fulfillments`, { location_id: north })
    expect(await levelAt(spare, north)).toEqual([4, 0])
  })

  test('a canceled swap releases its items', async () => {
    const { north, spare, swap, path } = await swapOf({})
    await swaps.confirmSwap({ swap }, option)
    await expectSuccess(swaps.send(`/admin/returns/${swap.return_order.id}/cancel`))
    await swaps.changeOrder(`${path}/cancel`)
    expect(await levelAt(spare, north)).toEqual([5, 0])
  })

  test('only a swap with backorders reserves more than the stock', async () => {
    const refused = await swapOf({ allow_backorder: false }, { stock: 1, quantity: 2 })
    await expectSuccess(shop.post(`/store/carts/${refused.swap.cart_id}/payment-sessions`))
    expect((await swaps.complete(refused.swap)).status).toBe(409)
    expect(await levelAt(refused.spare, refused.north)).toEqual([1, 0])
    const accepted = await swapOf({ allow_backorder: true }, { stock: 1, quantity: 2 })
    await swaps.confirmSwap(accepted, option)
    expect(await levelAt(accepted.spare, accepted.north)).toEqual([1, 2])
  })
})

describe('order edits', () => {
  test('a confirmed edit reserves the new quantities and keeps the location', async () => {
    const [north, south] = [await location(), await location()]
    const goods = await variant([[south, 9]])
    const added = await variant([[north, 5]])
    const order = await orderOf([goods, 2])
    await addLevel(goods, north, 9)
    const edit = await edits.begin(order)
    await edits.change(edit, edit.items[0], 3)
    await edits.add(edit, added)
    expect(await levelAt(goods, south)).toEqual([9, 2])
    await edits.act(edit, 'confirm')
    expect(await levelAt(goods, south)).toEqual([9, 3])
    expect(await levelAt(goods, north)).toEqual([9, 0])
    expect(await levelAt(added, north)).toEqual([5, 1])
    const { items } = await orders.readOrder(order)
    for (const item of items) expect(Object.values(await reservedFor(item))).toEqual([item.quantity])
  })

  test('a confirmed edit releases removed units', async () => {
    const north = await location()
    const [less, none] = [await variant([[north, 5]]), await variant([[north, 5]])]
    const order = await orderOf([less, 3], [none, 2])
    const edit = await edits.begin(order)
    const lineOf = ({ id }: StockedVariant) => edit.items.find((item) => item.variant_id === id)!
    await edits.change(edit, lineOf(less), 1)
    await expectSuccess(shop.admin.delete(`/admin/order-edits/${edit.id}/items/${lineOf(none).id}`))
    await edits.act(edit, 'confirm')
    expect(await levelAt(less, north)).toEqual([5, 1])
    expect(await levelAt(none, north)).toEqual([5, 0])
  })

  test('an edit with more units than the stock is refused', async () => {
    const north = await location()
    const goods = await variant([[north, 3]])
    const order = await orderOf([goods, 2])
    const edit = await edits.begin(order)
    await edits.change(edit, edit.items[0], 4)
    await expectErrorMessage(shop.admin.post(`/admin/order-edits/${edit.id}/confirm`), 400, shortageOf(goods))
    expect(await levelAt(goods, north)).toEqual([3, 2])
  })

  test('the units of a fulfilled line follow the line', async () => {
    const north = await location()
    const [goods, added] = [await variant([[north, 5]]), await variant([[north, 5]])]
    const order = await orderOf([goods, 2])
    const { fulfillments } = await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 2) })
    const edit = await edits.begin(order)
    await edits.add(edit, added)
    await edits.act(edit, 'confirm')
    await orders.act(order, `fulfillments/${fulfillments[0].id}/cancel`)
    expect(await levelAt(goods, north)).toEqual([5, 2])
  })
})
